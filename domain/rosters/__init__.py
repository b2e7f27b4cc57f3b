"""Rosters: pasted text as join commands, and a report of what could not be read."""
