"""What the table does: events, their fold, the rules' seam and decisions. Pure throughout."""
