"""What another program or the table saw, entered as it was said."""
