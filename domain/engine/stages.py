"""One stage is run, and what comes after it is found as data."""

from __future__ import annotations

from typing import NamedTuple

from domain.engine.standard_stages import STOCK, asks
from domain.ruleset import stage_list
from domain.ruleset.ruleset import Asking, Ruleset
from domain.ruleset.sequence import Stretch, every, innermost_stretch, is_gone
from domain.ruleset.stage_list import SPANS, Todo, successor
from domain.ruleset.windows import is_outdated, window_of
from domain.state.exchange import Doing, Question
from domain.step.step import Step


def run_stage(step: Step, todo: Todo) -> Todo | None:
    """Run the first stage of `todo`; what is next, or None to look at what is on top."""
    step.on, stage, rest = todo
    step.listing = _listing(step, todo)
    step.rest = rest or successor(step.listing, stage)
    on, frames, path = step.on, step.combat.exchange.frames, step.combat.clock.path
    result = call(step, stage)
    moved = on in SPANS and step.combat.clock.path != path
    if moved or step.combat.exchange.frames != frames:
        return None
    if result:
        return step.onward(result)
    return Todo(on, step.rest) if step.rest else None


def run_trigger(step: Step, todo: Todo | None) -> Todo | None:
    """Run the stage that an event set off; if it asks, what was to run runs after the answer."""
    stage, step.event = step.due.pop(0)
    stage = stage if _is_known(step, stage) else stage_list.CHANGED
    top = step.combat.exchange.top()
    path = step.combat.clock.path
    step.on = todo.on if todo else top.on if top else path[-1].kind if path else ""
    step.listing, step.rest = (_listing(step, todo), todo.stage) if todo else ((), "")
    frames = step.combat.exchange.frames
    call(step, stage)
    return todo if step.combat.exchange.frames == frames else None


def call(step: Step, stage: str) -> str | None:
    """Call a stage's function, citing the clause with which its docstring begins: `C7: ...`.

    The function is the ruleset's, or one that every game may use. A stage that is called like a
    window of the ruleset asks it, then goes on. Raises LookupError where there is neither; that is
    a fault of the ruleset.
    """
    if not _is_known(step, stage):
        raise LookupError(f"the ruleset {step.rules.key} has no stage {stage!r}")
    function = step.rules.stages.get(stage) or STOCK.get(stage) or asks(stage)
    clause, colon, _ = (function.__doc__ or "").partition(":")
    before, step.clause, step.because = step.clause, clause if colon else "", ""
    result = function(step)
    step.clause, step.because = before, ""
    return result


def _is_known(step: Step, stage: str) -> bool:
    rules = step.rules
    return (
        stage in rules.stages
        or stage in STOCK
        or stage in rules.windows
        or stage in stage_list.KERNEL
    )


def todo_after(step: Step, question: Question) -> Todo | None:
    """What runs when a question has closed; what these rules do not know, the referee is asked.

    In a stretch of play that they do not know nothing does: the referee is asked as it ends.
    """
    on, about, before = question.on, question.about, question.before
    if about == stage_list.NAMES:
        return Todo(on, stage_list.NAMES_RULED)
    if on in SPANS and is_gone(step.rules.sequence, step.combat.clock.path):
        return None
    if not _is_of_these_rules(step, question):
        return referee_asked(step, on, before)
    then = step.window(about).follows(step, Asking(on, about, question.params))
    if not then and not before:
        before = successor(_listing(step, Todo(on, about)), about)
    if before and not _is_known(step, before):
        before = stage_list.CHANGED
    if then and then != stage_list.END:
        return Todo(on, then, before)
    after = before or then
    return Todo(on, after) if after else None


def referee_asked(step: Step, on: str, before: str) -> Todo:
    """Ask the referee, on the act that goes on: a reaction may be asked of in its midst.

    A step that these rules do not have there does not follow.
    """
    act, under = step.doing(on), step.combat.exchange.top()
    if act is not None and act.stands and isinstance(under, Doing):
        on = on if before in stages_of(step, on) else under.id
    listed = before in _listing(step, Todo(on, before))
    return Todo(on, stage_list.CHANGED, before if listed and _is_known(step, before) else "")


def _is_of_these_rules(step: Step, question: Question) -> bool:
    """True for a question in a window, and on an act, that these rules know; and once ruled so."""
    if question.about == stage_list.CHANGED:
        return True
    act = step.doing(question.on)
    act_known = act is None or step.rules.manoeuvre(act.manoeuvre) is not None
    return act_known and not (question.slots and is_outdated(step, question))


def stages_of(step: Step, act: str) -> tuple[str, ...]:
    """The stages of an act; none where this ruleset does not know the manoeuvre."""
    manoeuvre = step.rules.manoeuvre(step.combat.exchange.acts[act].manoeuvre)
    return (*manoeuvre.stages, stage_list.END) if manoeuvre else (stage_list.END,)


def stretch_of(step: Step) -> Stretch:
    """The stretch that the innermost open span is of."""
    return innermost_stretch(step.rules.sequence, step.combat.clock.path)


def _listing(step: Step, todo: Todo) -> tuple[str, ...]:
    """The list of steps of an act or span that a stage, or what is to follow it, stands in."""
    on, *words = todo
    if step.doing(on) is None:
        return stretch_of(step).listing(*words) if on in SPANS else ()
    listing = stages_of(step, on)
    return listing if {*words} & set(listing) else ()


class PublicStep(NamedTuple):
    """A step of an act or stretch as the ruleset publishes it, since the log may name it."""

    name: str
    says: str
    clause: str


def public_steps(rules: Ruleset) -> tuple[PublicStep, ...]:
    """Every word that may say before which step a question was asked, with its meaning."""
    listed = [m.stages for m in rules.manoeuvres]
    for stretch in every(rules.sequence):
        listed += [stretch.opens, stretch.closes, stretch.after]
    names = dict.fromkeys(
        name for names in listed for name in names if name not in stage_list.KERNEL
    )
    own = tuple(_public(rules, name) for name in names)
    return (*own, *(PublicStep(name, says, "") for name, says in stage_list.KERNEL.items()))


def _public(rules: Ruleset, name: str) -> PublicStep:
    """A step by the docstring of its function, `C7: what it does`, or as the window it asks."""
    function = rules.stages.get(name) or STOCK.get(name)
    if function is None or not function.__doc__:
        window = window_of(rules, name)
        return PublicStep(name, window.says, window.clause)
    clause, colon, says = " ".join(function.__doc__.split("\n\n")[0].split()).partition(": ")
    return PublicStep(name, says, clause) if colon else PublicStep(name, clause, "")
