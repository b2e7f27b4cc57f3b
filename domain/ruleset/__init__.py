"""The interface that a game is written against."""
