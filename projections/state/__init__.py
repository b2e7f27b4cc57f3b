"""Read models of one moment."""
