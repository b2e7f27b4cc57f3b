"""Who comes when in any game: the order, whose turn it is, and what people do to both."""
