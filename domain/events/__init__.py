"""Every domain event: what happened, in the past tense, with its outcome.

An event never holds an intention to compute something later: faces, totals, balances and
reasons are all in it, so that folding needs no rules, no dice and no clock. Numbers are whole
numbers in the unit of their pool or roll (half-points where a game counts in halves).
Who spoke, when, on whose behalf and under which clause stands in the envelope (`domain.log.codec`).
"""

from domain.events.course import (
    CardDrawn,
    CombatEnded,
    CombatOpened,
    DiceRolled,
    Joined,
    Left,
    OrderSet,
    PhaseBegan,
    PhaseEnded,
    RoundBegan,
    RoundEnded,
    TurnBegan,
    TurnEnded,
    WhatIfOrigin,
)
from domain.events.disputes import By, Contested, DisputeAnswered, DisputeAppealed, DisputeRuled
from domain.events.exchange import (
    Acted,
    Answered,
    Asked,
    Closed,
    Declared,
    Reacted,
    Resolved,
    Said,
    Withdrawn,
)
from domain.events.requests import (
    Requested,
    RerollAnswered,
    RerollRequested,
    UndoAnswered,
    UndoPolicySet,
    UndoRequested,
)
from domain.events.resources import (
    ConditionBegan,
    ConditionChanged,
    ConditionEnded,
    FactSet,
    Moved,
    PoolChanged,
)
from domain.events.table import (
    Committed,
    EraBegan,
    MoveReason,
    Noted,
    Revealed,
    Rewound,
    SeatChanged,
    SeatClosed,
    SeatOpened,
    SecretFell,
    Witnessed,
)
from domain.events.values import (
    DieLabel,
    Event,
    Fact,
    Kind,
    Mod,
    Modifier,
    Params,
    Provenance,
    Slot,
    TextRef,
    Traits,
    Until,
)
