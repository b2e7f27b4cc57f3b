"""`rebuild`: what is kept beside the log, compared with the log, or made anew."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from api.cli.finding import is_there
from api.cli.printing import print_json, progress, table
from api.cli.refusing import failed
from api.cli.words import AS_JSON, DATA, DATABASE, Where, command

if TYPE_CHECKING:
    from api.rebuilding import Finding, Kept
    from api.serving import Installation


@command()
@click.argument("combat", default="")
@click.option("--check", is_flag=True, help="Compare only, also while the server runs.")
@DATA
@DATABASE
@AS_JSON
def rebuild(combat: str, check: bool, data: Path, database: str, as_json: bool) -> None:
    """Fold a COMBAT, or every one, again from its log, and make anew what is kept of it.

    Seals and chains are verified on the way. With --check nothing is written, and the exit code is
    1 where anything differs; without it, the server has to be stopped first.

    Examples:
      combatlog rebuild --check
      combatlog rebuild
      combatlog rebuild last --check --json
    """
    from api.serving import CannotServe, Installation

    if not is_there(Where(data, database)):
        raise failed(f"There are no combats in {data}. Say where they are with --data.")
    try:
        with kept(Installation(data, database), writing=not check) as all_of_it:
            found = _found(all_of_it, combat, check)
    except CannotServe as error:
        raise failed(str(error)) from error
    _tell(found, check, as_json)
    if any(each.flaws for each in found) and check:
        sys.exit(1)


@contextmanager
def kept(installation: Installation, *, writing: bool = False) -> Iterator[Kept]:
    """Everything that is kept in an installation; raises CannotServe."""
    from api.key_check import vault_for
    from api.rebuilding import Kept
    from api.serving import explained
    from api.store import open_log
    from domain.rulesets import all_rulesets

    with explained(), closing(open_log(installation.settings, writing=writing)) as log:
        yield Kept(log, vault_for(log, installation.folder / "keys", bind=writing), all_rulesets())


def _found(all_of_it: Kept, combat: str, check: bool) -> list[Finding]:
    look = all_of_it.checked if check else all_of_it.rebuilt
    with progress(_names(all_of_it, combat), "Folding") as going:
        return [look(name) for name in going]


def _names(all_of_it: Kept, combat: str) -> Sequence[str]:
    """The combats that are meant; raises Failed for one that is not there."""
    names = all_of_it.log.names()
    if combat == "last":
        combat = next((row.combat for row in all_of_it.log.combats(limit=1)), combat)
    if combat and combat not in names:
        raise failed("There is no such combat here. See `combatlog list`.")
    return [combat] if combat else names


def _tell(found: Sequence[Finding], check: bool, as_json: bool) -> None:
    if as_json:
        print_json({"items": [{**f._asdict(), "flaws": list(f.flaws)} for f in found]})
        return
    good = click.style("as it should be" if check else "made anew", fg="green")
    rows = ([f.combat, f.title, str(f.entries), str(f.states), _flaws(f) or good] for f in found)
    table(("combat", "title", "entries", "states", ""), rows)
    if not found:
        click.echo("There is no combat yet.")


def _flaws(found: Finding) -> str:
    return click.style("; ".join(found.flaws), fg="red") if found.flaws else ""
