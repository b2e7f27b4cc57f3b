"""How commands talk: over HTTP or to the files here, their options, output and errors."""
