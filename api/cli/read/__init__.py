"""Commands that read a combat, and check what was read."""
