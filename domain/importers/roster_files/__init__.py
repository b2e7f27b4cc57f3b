"""Importers of rosters: files that say who is there."""
