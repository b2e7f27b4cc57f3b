"""Home and the way in: your fights, a new one, one from a file, and signing in."""
