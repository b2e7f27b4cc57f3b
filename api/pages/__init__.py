"""The plain pages: a combat for people with a browser. Drawn by the server, without any script."""
