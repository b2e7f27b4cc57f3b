"""ARQ: rounds of action, movement and melee; tests are cards that the table draws."""

from .book import RULES as RULES
