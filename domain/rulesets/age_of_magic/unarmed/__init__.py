"""The unarmed module: blows, kicks, holds and locks."""
