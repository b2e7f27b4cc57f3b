"""Disputes as somebody sees them."""
