"""Importers of fights: files that say what happened, as lines of a timeline."""
