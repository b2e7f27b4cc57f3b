"""How things are called in the game's own words, and how numbers and spans are said.

A ruleset's `words` rename the kernel's (`"turn": "phase"`). They may also tell its story: what
people do (`"does parry"`), what they answer (`"says deploy": "deploys {unit}"`), what an outcome is
(`"comes to missed": "{who} misses {of}"`), a level of a condition (`"wound 3": "deep wound"`) and
who it is from (`"wound toward": "by"`), how a fact stands (`"stands rear": "{of} is behind
{toward}"`, `"rides whom": "{of} rides {whom}"`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from domain.events import FactSet, Mod, Said, Until
from domain.events.measures import points
from domain.ruleset.ruleset import Ruleset
from domain.state.combat import Combat
from domain.state.conditions import Condition
from domain.state.course.clock import Span
from domain.state.exchange import Doing
from domain.state.facts import Value
from domain.state.pools import pool_key

NameOf = Callable[[str], str]
"""How a subject is called."""

_NO_PLURALS = ("ss", "us", "is")
"""How words end that are no plurals: mass, focus, basis."""

_HAS_DIGITS = re.compile(r"\d")


def name_of(combat: Combat) -> NameOf:
    """Return how subjects are called at a moment; unknown ones go by their id."""

    def name(subject: str) -> str:
        member = combat.roster.get(subject)
        if member is not None:
            return member.name
        return f"the {subject}" if subject in ("referee", "table") else subject

    return name


def names_in(combat: Combat) -> dict[str, str]:
    """Return the names of all who have joined, by their ids."""
    return {member.subject: member.name for member in combat.roster.members.values()}


def join_with_and(names: Iterable[str]) -> str:
    """Several as people say them: `Cogan, Erik and Man`."""
    *most, last = list(names) or [""]
    return f"{', '.join(most)} and {last}" if most else last


def capital(text: str) -> str:
    """A sentence begins with a capital letter."""
    return text[:1].upper() + text[1:]


def owner(name: str) -> str:
    """Whose something is: Ana's, the Hunters'."""
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def rule(clause: str, title: str = "") -> str:
    """A clause of the rules as it is cited: `§ 3.5 Basic manoeuvres`; a mere word by its title."""
    if title and not _HAS_DIGITS.search(clause):
        return title
    return f"§ {clause} {title}".rstrip() if clause else ""


def with_rule(why: str, clause: str, title: str = "") -> str:
    """A reason with the clause that it comes from: `the shield is broken (§ 6.3 Shields)`."""
    return f"{why} ({rule(clause, title)})" if clause else why


def word(rules: Ruleset, kernel_word: str) -> str:
    """The game's own word for a word of the kernel, or for a stretch of its own."""
    return rules.words.get(kernel_word, kernel_word)


def act_words(act: Doing, name: NameOf) -> str:
    """Return an act in words: `Urlik: stand and attack at Cogan with axe`."""
    at = f" at {join_with_and(map(name, act.targets))}" if act.targets else ""
    using = f" with {name(act.using)}" if act.using else ""
    who = f"{capital(name(act.who))}: " if act.who else ""
    return f"{who}{act.manoeuvre}{at}{using}"


def verb(rules: Ruleset, manoeuvre: str) -> str:
    """A manoeuvre as what somebody does: `strikes`.

    The game may say it (`"does offhand": "strikes with the other hand"`, `"does cast": "casts
    {using}"`, with `"means cast"` while it is declared and `"noun cast"` for what came of it);
    else a name that is one plain word is taken for a verb, and any other has none. One that is
    typed as `leaps` says already what somebody does.
    """
    if (said := rules.words.get(f"does {manoeuvre}")) or not manoeuvre.isalpha():
        return said or ""
    if ends_in_s(manoeuvre):
        return manoeuvre
    if manoeuvre[-1] == "y" and manoeuvre[-2:-1] not in tuple("aeiou"):
        return f"{manoeuvre[:-1]}ies"
    ending = "es" if manoeuvre.endswith(("s", "x", "z", "ch", "sh", "o")) else "s"
    return manoeuvre + ending


def level_word(rules: Ruleset, condition: str, level: int) -> str:
    """What a level of a condition is called, where the game has a word (`"wound 3": "deep"`)."""
    return rules.words.get(f"{condition} {level}", "")


def deed_noun(rules: Ruleset, name: NameOf, deed: Doing | Said) -> str:
    """Return an act as a thing of its doer: `Cogan's strike`, or `Cogan's spell Fireball`.

    The game may name it (`"noun shoot": "shot"`, `"noun cast": "spell {using}"`).
    """
    noun = rules.words.get(f"noun {deed.manoeuvre}", deed.manoeuvre)
    noun = noun.replace("{using}", name(deed.using))
    return f"{owner(name(deed.who))} {noun}" if deed.who else noun


def pool_word(rules: Ruleset, pool: str, key: str = "", amount: str = "") -> str:
    """A pool in a sentence: `AP`, `red mana`, `2 sparks`.

    A single one (`amount` 1) goes by the game's own word for it (`"one wounds": "wound"`), else by
    the singular of its name, since a table may call its pools what it likes.
    """
    name = rules.pool_word(pool)
    if amount.removeprefix("+").removeprefix("-") == "1":
        name = rules.words.get(f"one {pool}", singular(name))
    return f"{key} {name}" if key else name


def posting_verb(rules: Ruleset, pool: str, how: str, delta: int) -> str:
    """What somebody does with a pool; the game may say it (`"gains wounds": "takes"`)."""
    if delta > 0:
        does = "takes" if how == "move" else "gains"
    else:
        does = {"pay": "pays", "lose": "loses", "gain": "gains", "move": "gives"}[how]
    return rules.words.get(f"{does} {pool}", does)


def pool_words(rules: Ruleset, pools: Iterable[tuple[str, str]]) -> dict[tuple[str, str], str]:
    """What each pool, with its key, is called; those called alike, with their own names beside."""
    words = {pool: pool_word(rules, *pool) for pool in pools}
    alike = Counter(words.values())
    return {
        pool: called if alike[called] == 1 else f"{called} ({pool_key(*pool)})"
        for pool, called in words.items()
    }


def singular(name: str) -> str:
    """One of what has a plural name: `spark` of sparks, `berry` of berries; `Focus` as it is."""
    if name == "goes":
        return "go"
    if name.endswith("dice"):
        return f"{name[:-4]}die"
    if name.endswith("ies") and len(name) > 4:
        return f"{name[:-3]}y"
    return name[:-1] if ends_in_s(name) else name


def ends_in_s(name: str) -> bool:
    """True for a name with the ending of a plural, or of what somebody does: sparks, leaps."""
    return name.endswith("s") and not name.endswith(_NO_PLURALS)


def singularize_counts(text: str) -> str:
    """Return a text in which what there is one of stands in the singular: `for 1 round`."""
    return re.sub(
        r"(?<![\d/.])1 ((?:[a-z]+ )?points|[a-z]+)", lambda found: f"1 {singular(found[1])}", text
    )


def pool_points(rules: Ruleset, pool: str, value: int) -> str:
    """A number of a pool in displayed points."""
    return points(value, getattr(rules.pool(pool), "scale", 1))


def stretch(rules: Ruleset, span: Span, name: NameOf) -> str:
    """An open span of the clock: `combat turn 2`, `phase of Erik`, `movement`."""
    if span.kind == "round":
        return f"{word(rules, 'round')} {span.name}"
    if span.kind == "turn":
        return f"{word(rules, 'turn')} of {join_with_and(map(name, span.who))}"
    return word(rules, span.name)


def duration(seconds: int) -> str:
    """Return a stretch of game time in words: `10 s`, `1 min 5 s`."""
    minutes, rest = divmod(seconds, 60)
    parts = [f"{minutes} min"] if minutes else []
    parts += [f"{rest} s"] if rest or not minutes else []
    return " ".join(parts)


def lasting(rules: Ruleset, until: Until | None, left: int, name: NameOf) -> str:
    """Until when something lasts: `until the end of the round`, `until ended`."""
    if until is None:
        return "until ended"
    if until.span == "condition":
        return f"while {until.name} lasts"
    more = f" ({to_go(rules, until, left)})" if left > 1 else ""
    return f"until the {_edge(rules, until, name)}{more}"


def to_go(rules: Ruleset, until: Until | None, left: int) -> str:
    """How long something still lasts: `3 rounds to go`; empty for what is not counted."""
    if not left or until is None or until.span == "condition":
        return f"{left} to go" if left else ""
    return f"{left} {word(rules, until.span)}{'' if left == 1 else 's'} to go"


def while_it_lasts(rules: Ruleset, other: Condition, name: NameOf) -> str:
    """How long something lasts that ends with another condition: `while Ana is concentrating`.

    The game may say it better: `"while held": "while {of} holds on"`.
    """
    told = rules.words.get(f"while {other.name}", "while {of} is {says}")
    key = f" ({other.key})" if other.key and "{says}" in told else ""
    return told.format(of=name(other.subject), says=rules.condition_word(other.name)) + key


def _edge(rules: Ruleset, until: Until, name: NameOf) -> str:
    edge = until.edge_word
    if not until.whose or until.span == "act":
        return f"{edge} of the {word(rules, until.span)}"
    if until.span == "turn":
        return f"{edge} of the {word(rules, 'turn')} of {name(until.whose)}"
    return f"{edge} of {word(rules, until.whose)}"


def effect(rules: Ruleset, mod: Mod) -> str:
    """How a condition alters a trait, in displayed points: `attack -2`, `speed at least 1`.

    The game may call the trait otherwise (`"trait any": "everything"`).
    """
    value = points(mod.value, rules.scale)
    trait = rules.words.get(f"trait {mod.trait}", mod.trait)
    match mod.how:
        case "set":
            return f"{trait} {value}"
        case "times":
            return f"{trait} times {mod.value}"
        case "least":
            return f"{trait} at least {value}"
    return f"{trait} {'' if mod.value < 0 else '+'}{value}"


def fact_words(rules: Ruleset, name: NameOf, said: FactSet, *, thing: bool = False) -> str:
    """A tie or a property as it stands, as the game says it; toward a `thing` that is nobody."""
    value, of = value_word(said.value), name(said.of)
    if told := rules.words.get(f"{said.name} {value}".rstrip()):
        return capital(told.format(of=of, toward=name(said.toward)))
    if told := rules.words.get(f"{said.name} whom"):
        return capital(told.format(of=of, whom=name(said.toward or value)))
    kind = rules.fact(said.name)
    says = rules.fact_word(said.name)
    link = " and " if kind is not None and kind.symmetric else " toward "
    end = f" ({said.toward})" if thing else f"{link}{name(said.toward)}"
    whose = capital(of + (end if said.toward else ""))
    if value in ("yes", "no", "none"):
        return f"{whose}: {says if value == 'yes' else f'no longer {says}'}"
    return f"{whose}: {value} ({says})"


def value_word(value: Value) -> str:
    """A value of a fact in words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)


_SIGNS = str.maketrans({sign: f"\\{sign}" for sign in "\\`*_[]<>#|~"})


def markdown(text: str) -> str:
    """A text in which no sign means anything to Markdown, nor a name may forge a line of it."""
    return " ".join(text.translate(_SIGNS).split())


def markdown_table(headings: Sequence[str], rows: Iterable[Iterable[str]]) -> list[str]:
    """Return the lines of a table in Markdown, with a blank line behind."""
    marked = ([markdown(cell) for cell in row] for row in rows)
    cells = [headings, ["---" for _ in headings], *marked]
    return [*(f"| {' | '.join(row)} |" for row in cells), ""]
