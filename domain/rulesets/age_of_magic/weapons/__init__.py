"""Weapons and shields: in hand, drawn fast, dropped, pulled out."""
