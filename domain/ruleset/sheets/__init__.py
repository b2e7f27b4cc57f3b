"""Sheets as data: each declaration is read, and published as a JSON Schema."""
