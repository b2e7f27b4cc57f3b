"""Spells: what may be cast, how it is answered, what it does and leaves."""
