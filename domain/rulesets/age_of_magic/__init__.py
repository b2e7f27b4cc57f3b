"""Age of Magic: rules for skirmishes in combat turns of five seconds."""

from .wounds import aftercare, lasting_harm, pain, wounding
from . import attack, movement, turn
from .weapons import fast_draw
from .unarmed import holds
from .magic import casting
from .mounted import mounting
from .ranged import shooting
from .ruleset import RULES
