"""The log as one viewer may see it: own numbers, own ids, no trace of what is hidden."""
