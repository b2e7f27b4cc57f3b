"""The Ninth Age, second edition: battles of two armies in six game turns."""

from . import declared, discipline, flight, shooting, turn
from .attacks import casualties, effects
from .battle import deployment, objectives, special_deployment
from .magic import casting, flux, spells
from .melee import aftermath, arming, combat_round, combat_score, duels, pursuit
from .movement import charge_moves, charges, moves
from .ruleset import RULES
