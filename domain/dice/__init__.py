"""Dice and cards that nobody can choose, and faces that were already shown."""
