"""Verifies a bundle with the standard library alone, and the fold that is shipped beside it."""
