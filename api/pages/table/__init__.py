"""The live table, and every page that plays."""
