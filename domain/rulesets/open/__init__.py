"""Open: any other game. Pools, conditions, zones, orders and deeds of any name, by the table."""

from .ruleset import RULES
