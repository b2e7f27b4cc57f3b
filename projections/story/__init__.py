"""The story of a combat: timeline, recap, landmarks."""
