"""Stat blocks and combatants of Improved Initiative: numbers, tags and marks."""

from __future__ import annotations

from decimal import Decimal

from domain.events.measures import MOST_POINTS
from domain.events.scores import DECIMALS, score_of
from domain.importers.document import Node
from domain.importers.roster_files.draft import Draft, modifier, take_name
from domain.importers.words import plain
from domain.rosters.combatants import Amount, Edge, State
from domain.rosters.draft import LONGEST_NAME, LONGEST_WORD

_ABILITIES = {
    "Str": "strength",
    "Dex": "dexterity",
    "Con": "constitution",
    "Int": "intelligence",
    "Wis": "wisdom",
    "Cha": "charisma",
}
_EDGES: dict[str, Edge] = {"StartOfTurn": "begin", "EndOfTurn": "end"}
_RULES_TEXT = "Rules texts are not brought in: look them up in their book."
_MARKS = {
    "RevealedAC": "Whether players know the armour class is not brought in.",
    "ReactionsSpent": "Spent reactions are not brought in.",
    "Color": "Colours are not brought in.",
    "InitiativeGroup": "Who acts together is said by the scores.",
    "PersistentCharacterId": "The id of a character in its library.",
    "Path": "It is about the library of Improved Initiative.",
    "Version": "It is about the library of Improved Initiative.",
    "LastUpdateMs": "It is about the library of Improved Initiative.",
}


def take_name_of(node: Node, block: Node, *, several: bool) -> str:
    """Return what a combatant is called: its alias, or the name of its block and its number."""
    alias, label = node.at("Alias"), node.at("IndexLabel")
    name = take_name(block.at("Name"), LONGEST_NAME - 5)
    if alias.words:
        label.excuse("The alias is its name.")
        return take_name(alias) or name
    if label.number is None or not name:
        return name
    if several:
        name = f"{name} {label.number}"
        label.imported(f"The name is {name}.")
    else:
        label.interpreted(f"The only {name} needs no number.")
    return name


def take_stat_block(draft: Draft, block: Node) -> None:
    """Take the numbers of a stat block: its hit points are the maximum."""
    most, armour = block.at("HP", "Value"), block.at("AC", "Value")
    if most.number is not None:
        draft.hp = Amount(most.number, most.number)
        most.imported(f"The maximum of hit points is {most.number}.")
    if armour.number is not None:
        draft.ac = armour.number
        armour.imported(f"The armour class is {draft.ac}.")
    draft.fact("hit points notes", block.at("HP", "Notes"))
    draft.fact("armour class notes", block.at("AC", "Notes"))
    for short, ability in _ABILITIES.items():
        draft.fact(ability, block.at("Abilities", short))
    _take_initiative(draft, block)
    draft.fact("challenge rating", block.at("Challenge"))
    draft.fact("type", block.at("Type"))
    draft.fact("source", block.at("Source"))
    _take_player(draft, block.at("Player"))
    for part in block.parts():
        part.excuse(_MARKS.get(str(part.path[-1]), _RULES_TEXT))


def _take_initiative(draft: Draft, block: Node) -> None:
    """Take the bonus: a total, or what comes on top of dexterity."""
    total, dexterity = block.at("TotalInitiativeModifier"), block.at("Abilities", "Dex")
    more = block.at("InitiativeModifier")
    draft.fact("initiative roll", block.at("InitiativeSpecialRoll"))
    if total.number is not None:
        draft.bonus = total.number
        total.imported(f"The bonus to initiative is {draft.bonus:+}.")
    elif dexterity.number is not None:
        draft.bonus = modifier(dexterity.number) + (more.number or 0)
        dexterity.interpreted(f"The bonus to initiative is {draft.bonus:+}, with dexterity.")
        if more.number is not None:
            more.imported("It comes on top of dexterity.")


def _take_player(draft: Draft, player: Node) -> None:
    if player.words:
        draft.played = player.words.casefold() != "npc"
        player.imported("A player plays it." if draft.played else "No player plays it.")


def take_combatant(draft: Draft, node: Node, block: Node, scope: str, active: str) -> None:
    """Take what changed in an encounter; `scope` begins the ids of all who are in it."""
    _take_hit_points(draft, node)
    _take_score(draft, node.at("Initiative"))
    if isinstance(node.at("Hidden").value, bool):
        draft.hidden = bool(node.at("Hidden").value)
        node.at("Hidden").imported("It joins hidden." if draft.hidden else "It joins in sight.")
    draft.note(node.first("CurrentNotes", "Notes") if node.path != block.path else node.at("Notes"))
    for tag in node.at("Tags").parts():
        _take_tag(draft, tag, scope, active)
    for name, why in _MARKS.items():
        node.at(name).excuse(why)


def _take_hit_points(draft: Draft, node: Node) -> None:
    now, most, extra = node.at("CurrentHP"), node.at("MaxHP"), node.at("TemporaryHP")
    top = most.number if most.number is not None else draft.hp and draft.hp.most
    if most.number is not None:
        most.imported(f"The maximum of hit points is {most.number}, whatever the stat block says.")
        draft.hp = Amount(most.number, most.number)
    if now.number is not None:
        draft.hp = Amount(now.number, top)
        now.imported(f"Hit points are {now.number}.")
    if extra.number is not None and draft.hp:
        draft.hp = draft.hp._replace(temporary=max(extra.number, 0))
        extra.imported(f"Temporary points are {draft.hp.temporary}.")


def _take_score(draft: Draft, score: Node) -> None:
    """Take the place in the order; 0 stands for one that was not rolled."""
    if score.value == 0:
        score.interpreted("Initiative was not rolled.")
    elif type(score.value) in (int, float) and abs(score.value) <= MOST_POINTS:
        draft.score = Decimal(str(score.value))
        if score_of(str(score.value)) is not None:
            score.imported(f"The initiative is {draft.score}.")
        else:
            draft.score = Decimal(f"{score.value:.{DECIMALS}f}")
            score.interpreted(f"The initiative is {draft.score}: finer parts are not kept.")


def _take_tag(draft: Draft, tag: Node, scope: str, active: str) -> None:
    """Take a tag as a condition; in old files it is a bare text."""
    words = tag if isinstance(tag.value, str) else tag.at("Text")
    name = plain(words.words)
    if not name or len(name) > LONGEST_WORD:
        tag.left_out(f"It has no name of at most {LONGEST_WORD} signs.")
    elif tag.at("Hidden").value is True:
        tag.left_out("Players may not see this tag; begin the condition by hand, if they may.")
    else:
        words.imported(f"It begins with the condition {name}.")
        draft.states.append(_with_end(State(name), tag, scope, active))
        tag.at("Hidden").excuse("Players may see it.")


def _with_end(state: State, tag: Node, scope: str, active: str) -> State:
    """Return a condition with its end: so many turns of a combatant; -1 is none."""
    left, timing = tag.at("DurationRemaining"), tag.at("DurationTiming")
    whose = tag.at("DurationCombatantId")
    if left.number is not None and left.number < 0:
        left.imported("It has no end.")
    if left.number is None or not 0 < left.number <= 1_000_000 or timing.words not in _EDGES:
        return state
    edge = _EDGES[timing.words]
    left.imported(f"{state.name} ends with the {edge} of so many turns.")
    timing.imported(f"Turns count at their {edge}.")
    if whose.words:
        said = "The turns of this combatant count."
        running = whose.words == active and edge == "end"
        more = " The end of the turn that runs in the file is one of them." if running else ""
        (whose.interpreted if more else whose.imported)(said + more)
    return state._replace(
        left=left.number,
        span="turn",
        edge=edge,
        whose=f"{scope}{whose.words}" if whose.words else "",
    )
