"""The Melee Phase: one Round of Combat after the other."""
