"""Open: any other game. Pools, conditions, zones, orders and deeds of any name, by the table."""

from .book import RULES as RULES
