"""Kaiser RPG: rounds of intention, action and end; 6 AP, declared in secret and paid first."""

from .ruleset import RULES
