"""Chapters 6 and 8: attack, defence, what comes of them, and the Counter."""
