"""ARQ: rounds of action, movement and melee; tests are cards that the table draws."""

from .ruleset import RULES
