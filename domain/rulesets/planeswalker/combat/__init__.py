"""Locked combat: orders, engagements and blows."""
