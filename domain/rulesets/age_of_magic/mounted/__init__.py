"""Mounts: getting on and off, control, trampling."""
