"""Damage, pain, wounds and what they leave behind."""
