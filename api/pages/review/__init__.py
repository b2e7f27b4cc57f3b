"""Pages that look back at a combat."""
