"""What differs between two moments or two branches."""
