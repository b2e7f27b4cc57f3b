"""From a command to the events of one step: `decide` and `settle`."""
