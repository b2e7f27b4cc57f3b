"""Presets as people give them: by the name of one that comes with the program, or as JSON."""
