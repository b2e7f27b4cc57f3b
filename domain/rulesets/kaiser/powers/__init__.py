"""Chapters 7 and 9: mana, spells, phenom, and conditions that count down."""
