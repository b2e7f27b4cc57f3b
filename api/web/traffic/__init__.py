"""What comes in, from whom and how much of it: limits, addresses, and what is counted."""
