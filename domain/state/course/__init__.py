"""Where a combat stands in its sequence of play, and who comes when."""
