"""Every sentence that people read, in the game's own words."""
