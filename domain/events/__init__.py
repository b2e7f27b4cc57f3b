"""Every domain event: what happened, in the past tense, with its outcome.

An event never holds an intention to compute something later: faces, totals, balances and
reasons are all in it, so that folding needs no rules, no dice and no clock. Numbers are whole
numbers in the unit of their pool or roll (half-points where a game counts in halves).
Who spoke, when, on whose behalf and under which clause stands in the envelope (`domain.log.codec`).
"""

from domain.events.course import *
from domain.events.disputes import *
from domain.events.exchange import *
from domain.events.reports import *
from domain.events.requests import *
from domain.events.resources import *
from domain.events.scores import *
from domain.events.table import *
from domain.events.values import *
