"""A manoeuvre: what somebody may do in a game, as its ruleset declares it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from domain.ruleset.terms import Blank, Deed

Scene = Any
"""A `domain.ruleset.scene.Scene`; what a ruleset declares cannot import what stands on it."""


def never(scene: Scene) -> bool:
    """Answer no, whatever the combat."""
    return False


@dataclass(frozen=True)
class Manoeuvre:
    """What somebody may do: when, at what cost, toward whom, and the stages it runs through.

    `kinds` are action, reaction, follow on; `answers` the manoeuvres it may answer ("*" = any).
    `target` says whether it is aimed at one, at nobody, or (None) at as many as one likes;
    `targets` and `usings` list the candidates, and `target_is` says what those are, as a refusal
    of anybody else does ("hand to hand"); `allows` raises Refused for anything else. The
    first stage is what it does at once; acts begun together all do that before any goes on.
    Stages before "begin" are an attempt, made before it is begun and paid; one that ends there
    has failed. A reaction that `stands` is resolved together with the act that it answers: its
    stages up to "stand" run first, the rest after. Where it is `prepaid` its cost is paid when it
    is declared, and stays paid; done at once, it is paid as it is done.
    `aims` says what `target` says, where that depends on what it is done with. An action at
    `any_time` may be done by anybody while nothing is asked, also in another's go; a `swift` one
    moreover on top of what is asked, and is over before that goes on. What is aimed at as many as
    one likes is offered for `several` at once, where it is the same for any of them. Who does what
    `says_results` says what comes of it: they may roll dice with it, and say what it changes.
    `moment` raises Refused where it is not the time for it, before it is asked at whom and, but for
    what it tells better than a list would, with what. `later` is what its stages take on top of
    `cost`, as they are carried out: it is told as part of the price.
    """

    name: str
    says: str
    clause: str
    kinds: tuple[str, ...]
    stages: tuple[str, ...]
    answers: tuple[str, ...] = ()
    stands: bool = False
    target: bool | None = False
    blanks: Callable[[Scene, Deed], tuple[Blank, ...]] = lambda scene, deed: ()
    targets: Callable[[Scene, Deed], tuple[str, ...]] = lambda scene, deed: ()
    target_is: str = ""
    usings: Callable[[Scene, Deed], tuple[str, ...]] | None = None
    cost: Callable[[Scene, Deed], dict[str, int]] = lambda scene, deed: {}
    allows: Callable[[Scene, Deed], None] = lambda scene, deed: None
    prepaid: Callable[[Scene], bool] = never
    aims: Callable[[Scene, Deed], bool | None] | None = None
    any_time: bool = False
    swift: bool = False
    several: bool = False
    says_results: bool = False
    moment: Callable[[Scene, Deed], None] = lambda scene, deed: None
    later: Callable[[Scene, Deed], dict[str, int]] = lambda scene, deed: {}

    def price(self, scene: Scene, deed: Deed) -> dict[str, int]:
        """What the deed takes in all: as it is done, and later as it is carried out."""
        return {**self.cost(scene, deed), **self.later(scene, deed)}

    def wants_target(self, scene: Scene, deed: Deed) -> bool | None:
        """True where the deed is to be aimed at somebody; None where that is as one likes."""
        return self.aims(scene, deed) if self.aims else self.target
