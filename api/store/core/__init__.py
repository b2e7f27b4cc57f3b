"""What both databases share."""
