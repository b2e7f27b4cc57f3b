"""The option that somebody most likely wants next: the one big button among all options.

Dice that are asked for are rolled. The target of an act answers it. A bystander passes, unless only
they are asked and the answer is free. In their own go, people repeat their last act if they can.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from api.combats.viewers.viewer_log import Sight
from api.pages.forms.button_words import DOWN
from domain import events as e
from domain.legality.option import Option
from domain.ruleset.ruleset import Manoeuvre
from domain.ruleset.scene import Scene
from domain.state.exchange import Doing

_QUIET = ("pass", "end")
_FALL = ("roll", "draw")
_BACK = 200
"""How many entries are looked through for what was done and said last."""

_WORDS, _LONGEST = 30, 24
"""How many words are recalled for a blank, and how long a word told with an answer is at most."""

Deed = tuple[str, str]
"""A manoeuvre, and what it is done with."""


def likely(scene: Scene, who: str, options: Sequence[Option], last: Deed | None) -> Option | None:
    """Return the option that is most likely wanted; None where none is likelier than others.

    What may be said at any time, such as a word, never is. Who is down is passed over.
    """
    over = [it for it in options if it.command.get("about") == DOWN]
    if over:
        return next((it for it in over if it.command.get("choice") == "skip"), None)
    rolls = [option for option in options if option.command.get("choice") in _FALL]
    loud = [option for option in options if not is_quiet(option) and not _is_beside(scene, option)]
    deeds = [option for option in loud if _manoeuvre(scene, option)]
    told = [option for option in loud if option.command["type"] == "answer"]
    if not rolls and not deeds and len(told) > 1:
        # What happened at the table is told, not guessed: none of the answers is the likely one.
        return None
    question = scene.question()
    act = scene.doing(question.on) if question is not None else None
    if act is not None:
        quiet = [option for option in options if is_quiet(option)]
        return _first(rolls, _answers(scene, who, act, loud), quiet, loud)
    said = [(deed, deed.command) for deed in deeds]
    again = [deed for deed, it in said if (it["manoeuvre"], it.get("using", "")) == last]
    return _first(rolls, again, deeds, loud, filter(is_quiet, options))


def answers_first(scene: Scene, options: Sequence[Option]) -> list[Option]:
    """Return options in order: answers such as to pass, then what answers an act, then the rest."""
    if scene.question() is None:
        return list(options)

    def rank(option: Option) -> int:
        if option.command["type"] not in ("act", "declare"):
            return 0
        made = _manoeuvre(scene, option)
        return 1 if made is not None and _is_answer(made) else 2

    return sorted(options, key=rank)


def is_quiet(option: Option) -> bool:
    """True for an option that only passes: its button is not a loud one."""
    command = option.command
    for_others = command["type"] in ("pass-all", "withdraw") or command.get("on_behalf", False)
    return for_others or command.get("choice") in _QUIET


def _first(*lists: Iterable[Option]) -> Option | None:
    return next(chain(*lists), None)


def _is_beside(scene: Scene, option: Option) -> bool:
    """True for a deed that may be done at any time, beside the play."""
    is_deed = option.command["type"] in ("act", "declare")
    return is_deed and _manoeuvre(scene, option) is None


def _answers(scene: Scene, who: str, act: Doing, loud: Sequence[Option]) -> list[Option]:
    """Return what somebody may answer to an act at once: as its target, or for free."""
    ready = [option for option in loud if not _has_to_be_filled(option)]
    choices = [option for option in ready if option.command["type"] == "answer"]
    made = [(o, m) for o in ready if (m := _manoeuvre(scene, o)) is not None and _is_answer(m)]
    # A defence comes before a blow in return.
    meant = [option for option, _ in sorted(made, key=lambda it: it[1].target is not False)]
    if who in act.targets:
        return choices + meant
    question = scene.question()
    alone = question is not None and len(question.open()) == 1
    return [option for option in choices + meant if alone and not any(option.cost.values())]


def _is_answer(manoeuvre: Manoeuvre) -> bool:
    """True for what is there to answer another's act, such as a parry."""
    return bool(manoeuvre.answers) or manoeuvre.kinds == ("reaction",)


def _has_to_be_filled(option: Option) -> bool:
    """True where something has to be said first that is not plain."""
    asked = [blank for blank in option.blanks if not blank.optional and blank.name != "risk"]
    return any(b.kind in ("number", "text") or len(b.values) > 1 for b in asked)


def _manoeuvre(scene: Scene, option: Option) -> Manoeuvre | None:
    """What would be done, unless it is a mere word or glance beside the play."""
    if option.command["type"] not in ("act", "declare"):
        return None
    manoeuvre = scene.rules.manoeuvre(option.command["manoeuvre"])
    return None if manoeuvre is None or manoeuvre.any_time else manoeuvre


class Lately(NamedTuple):
    """What everybody did last, and at whom; by blank, what deeds and answers said, newest first.

    `down` are those who cannot act.
    """

    deeds: Mapping[str, Deed] = {}
    said: Mapping[str, tuple[str, ...]] = {}
    told: Mapping[str, tuple[str, ...]] = {}
    targets: Mapping[str, tuple[str, ...]] = {}
    down: frozenset[str] = frozenset()


def lately(sight: Sight) -> Lately:
    """Return what was done and said not long ago."""
    deeds: dict[str, Deed] = {}
    said: dict[str, dict[str, None]] = {}
    told: dict[str, dict[str, None]] = {}
    aimed: dict[str, tuple[str, ...]] = {}
    for seq in range(len(sight), max(0, len(sight) - _BACK), -1):
        match sight.entry(seq).event:
            case e.Said(who=who, manoeuvre=manoeuvre, using=using, params=params, targets=targets):
                deeds.setdefault(who, (manoeuvre, using))
                if targets:
                    aimed.setdefault(who, tuple(targets))
                found, longest = said, 10 * _LONGEST
            case e.Answered(params=params):
                found, longest = told, _LONGEST
            case e.CardDrawn(card=card):
                params, found, longest = {"card": card}, told, _LONGEST
            case _:
                continue
        for blank, word in params.items():
            if isinstance(word, str) and 0 < len(word) <= longest:
                found.setdefault(blank, {})[word] = None
    words = [{k: tuple(words) for k, words in each.items()} for each in (said, told)]
    return Lately(deeds, words[0], words[1], aimed)
