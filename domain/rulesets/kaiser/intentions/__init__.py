"""Chapter 4: what may be intended, and what it brings when it is shown."""
