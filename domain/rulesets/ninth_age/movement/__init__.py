"""The Charge Phase and the Movement Phase."""
