"""Start, stop and back up an installation."""
