"""The audit: who overruled what, and whether the dice were fair."""
