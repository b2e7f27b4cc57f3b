"""Campaigns: what several fights come to, and who carries what from one to the next."""
