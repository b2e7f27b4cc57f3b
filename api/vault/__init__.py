"""Secrets that never enter the database."""
