"""Throwing and shooting: aiming, legality, the shot."""
