"""Commands for an installation: its server, its files, and what is moved in or out."""
