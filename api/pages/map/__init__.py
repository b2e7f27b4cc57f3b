"""The drawing of the ground: a map of squares, names in columns, lines between them."""
