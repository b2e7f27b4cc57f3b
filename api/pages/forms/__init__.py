"""Options and changes as HTML forms: their fields, and what was filled in."""
