"""The end of a fight: its summary, the shared replay, and the same people again."""
