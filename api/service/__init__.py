"""The facade: one command in, one step of the log out, exactly once."""
