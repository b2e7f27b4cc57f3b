"""The edge of the program: store, clock, chance, HTTP and command line; only here are effects."""
