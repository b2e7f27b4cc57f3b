"""Open combats in memory; all of it is derived from the log and may be dropped."""
