"""What every page is drawn with: templates, the session, static files, calls of the API."""
