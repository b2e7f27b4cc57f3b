"""The big random counts, in full; the tests run small, seeded samples of all this."""
