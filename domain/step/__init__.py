"""One step while it is built: each event is emitted and folded at once."""
