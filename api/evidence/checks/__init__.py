"""Checks of a whole log: seals, references, balances, dice, cards, consent."""
