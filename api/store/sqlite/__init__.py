"""The log in one SQLite file: one connection writes, any number read."""
