"""From a hit to a casualty, for shots, spells and blows."""
