"""Magic in combat: casting, attack enchantments, resistance enchantments."""
