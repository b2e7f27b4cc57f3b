"""The Ninth Age, second edition: battles of two armies in six game turns."""

from .melee import aftermath, arming, combat_round, duels, pursuit, combat_score
from .movement import charge_moves, charges, moves
from . import declared, discipline, flight, shooting, turn
from .battle import deployment, objectives, special_deployment
from .attacks import effects, casualties
from .magic import flux, casting, spells
from .ruleset import RULES
