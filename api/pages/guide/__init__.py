"""The guide: Markdown pages, one question each, served at `/guide`."""
