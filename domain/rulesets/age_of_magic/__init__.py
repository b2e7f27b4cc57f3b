"""Age of Magic: rules for skirmishes in combat turns of five seconds."""

from . import attack, movement, turn
from .magic import casting
from .mounted import mounting
from .ranged import shooting
from .ruleset import RULES
from .unarmed import holds
from .weapons import fast_draw
from .wounds import aftercare, lasting_harm, pain, wounding
