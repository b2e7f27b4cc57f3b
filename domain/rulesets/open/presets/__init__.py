"""Presets of any game: words, sheet fields, usual conditions and initiative, as data."""
