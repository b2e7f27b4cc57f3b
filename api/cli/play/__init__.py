"""Commands that change a combat."""
