"""`admin`: the database and keys of an installation, and people who want to be forgotten."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import rich_click as click

from api.cli.client.commands import DATA, DATABASE, YES, Answer, Group, answers, confirm, together
from api.cli.client.output import Json, progress, styled_text, table
from api.client import Combat, failure

if TYPE_CHECKING:
    from api.evidence.rebuild import Finding, Kept
    from api.server.serve import Installation


_on_files = together(DATA, DATABASE, answers)


@click.group(cls=Group)
def admin() -> None:
    """Maintain an installation: its tables, backups, stored states, keys, people's data.

    Examples:
      combatlog admin backup evening.tar
      combatlog admin rebuild --check
    """


@admin.command()
@_on_files
def migrate(data: Path, database: str) -> Answer:
    """Bring the database up to date; does nothing where it is so already.

    Examples:
      combatlog admin migrate
      combatlog admin migrate --data there --json
    """
    from api.server.serve import Installation

    Installation(data, database).migrate()
    return {"up_to_date": True}, ["The database is up to date."]


@admin.command()
@_on_files
def accept_keys(data: Path, database: str) -> Answer:
    """Go on with the keys of the data folder where others are lost for good.

    Only master.key cannot be replaced. All servers on the database have to be stopped first, and
    need the same keys afterwards.

    Examples:
      combatlog admin accept-keys
      combatlog admin accept-keys --json
    """
    from api.server.serve import Installation, explain_errors
    from api.store.open_log import open_log
    from api.vault import key_check

    installation = Installation(data, database)
    with explain_errors(), closing(open_log(installation.settings)) as log:
        changed = key_check.accept_keys(log, installation.folder / "keys")
    if not changed:
        return {"accepted": changed}, ["All keys fitted already."]
    said = f"Accepted: {', '.join(changed)}.", "Start the server once: it makes kept states anew."
    return {"accepted": changed}, said


# --- backups -------------------------------------------------------------------------------------


@admin.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@_on_files
def backup(file: Path, data: Path, database: str) -> Answer:
    """Put database and keys into FILE, a tar for its owner alone; the server may go on meanwhile.

    The server does not start without a key of the database. If one is lost for good, `combatlog
    admin accept-keys` goes on without it, but for master.key. What each loss means:

      master.key      combats come back from exports alone, elsewhere; nothing is proven here
      server.key      a command sent again after a crash may be carried out twice
      signing.key     heads and archives are signed by another key from then on
      combats/        dice that combats from elsewhere showed there are not proven here
      operator.token  a new one is made at the next start

    Whoever finds the file has all of that: they foresee dice, read words, and are the operator.
    `admin forget` does not reach it: remove backups with somebody who asked to be forgotten.

    Examples:
      combatlog admin backup evening.tar
      combatlog admin backup morning.tar --json
    """
    from api.server.backup import meanings, write_backup
    from api.server.serve import Installation, explain_errors

    with explain_errors():
        manifest = write_backup(Installation(data, database), file)
    keys = dict(meanings(manifest))
    unchecked = {"unchecked": manifest["unchecked"]} if "unchecked" in manifest else {}
    return {"file": str(file), "files": manifest["files"], "keys": keys, **unchecked}, [
        f"{file} holds {len(manifest['files'])} files: the database and its keys.",
        *(f"  {name}: {meaning}" for name, meaning in keys.items()),
        *(f"It was not checked that the keys fit. {why}" for why in unchecked.values()),
        "Keep it where nobody else can read it.",
    ]


@admin.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@_on_files
def restore(file: Path, data: Path, database: str) -> Answer:
    """Make a data folder of the FILE of a backup; nothing that is there is ever written over.

    Every file is held to its hash, and every combat is folded again from its log, seal by seal,
    before the folder is put into its place. With the --database of an empty PostgreSQL the combats
    come into that, and the keys into the folder.

    Examples:
      combatlog admin restore evening.tar --data there
      combatlog admin restore morning.tar --data elsewhere --json
    """
    from api.server.serve import explain_errors

    with explain_errors():
        if data.exists() and any(data.iterdir()):
            raise failure(f"{data} is not empty. Name another folder with --data, or move it away.")
        with _put_in_place(data.resolve()) as unpacked:
            said = _unpack_and_verify(file, unpacked)
            if database:
                _move_database(unpacked / "combats.db", database)
    combats = f"{said['combats']} combat{'' if said['combats'] == 1 else 's'}"
    done = f"{data} is restored: {combats}, {said['entries']} entries."
    return {"data": str(data), **said}, [done]


@contextmanager
def _put_in_place(folder: Path) -> Iterator[Path]:
    """Yield a path for a new folder, which takes the place of one that is not there, or is empty.

    A folder that is there may be a disk of its own: it is filled, the database last.
    """
    inside = folder if folder.exists() else folder.parent
    inside.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=inside, prefix=".restoring-") as beside:
        made = Path(beside) / "data"
        yield made
        if not folder.exists():
            made.rename(folder)
            return
        for path in sorted(made.iterdir(), key=lambda path: path.name == "combats.db"):
            path.rename(folder / path.name)


def _move_database(file: Path, database: str) -> None:
    """Move the combats of a file into an empty PostgreSQL database."""
    from api.store.core.settings import Settings
    from api.store.open_log import copy_from_file

    settings = Settings(database)
    if not settings.is_postgres:
        raise failure("Leave --database out: an SQLite file comes into the folder of --data.")
    copy_from_file(file, settings)
    file.unlink()


def _unpack_and_verify(file: Path, folder: Path) -> Mapping[str, int]:
    """Unpack into a folder beside, bring the database up to date, and verify every combat."""
    from api.server.backup import unpack
    from api.server.serve import Installation

    folder.mkdir(mode=0o700)
    unpack(file, folder)
    Installation(folder).migrate()
    with _open_installation(Installation(folder)) as kept:
        names, entries = kept.log.names(), 0
        with progress(names, "Verifying") as going:
            for name in going:
                found = kept.check_combat(name)
                entries += found.entries
                if found.flaws:
                    raise failure(f"{name} does not hold: {found.flaws[0]}. Nothing was restored.")
    return {"combats": len(names), "entries": entries}


# --- what is kept beside the log -----------------------------------------------------------------


@admin.command()
@click.argument("combat", default="")
@click.option("--check", is_flag=True, help="Compare only, also while the server runs.")
@_on_files
def rebuild(combat: str, check: bool, data: Path, database: str) -> Answer:
    """Fold a COMBAT, or every one, again from its log, and make anew what is kept of it.

    Seals and chains are verified on the way. With --check nothing is written, and the exit code is
    1 where anything differs; without it, the server has to be stopped first.

    Examples:
      combatlog admin rebuild --check
      combatlog admin rebuild
      combatlog admin rebuild last --check --json
    """
    from api.client.places import Place
    from api.server.serve import Installation, explain_errors

    if not Place(data, database).exists:
        raise failure(f"There are no combats in {data}. Say where they are with --data.")
    with (
        explain_errors(),
        _open_installation(Installation(data, database), writing=not check) as kept,
    ):
        look = kept.check_combat if check else kept.rebuilt
        with progress(_names(kept, combat), "Folding") as going:
            found = [look(name) for name in going]
    flawed = check and any(each.flaws for each in found)
    items = [{**each._asdict(), "flaws": list(each.flaws)} for each in found]
    return {"items": items}, _findings(found, check), flawed


@contextmanager
def _open_installation(installation: Installation, *, writing: bool = False) -> Iterator[Kept]:
    """Open everything that is kept in an installation."""
    from api.evidence.rebuild import Kept
    from api.store.open_log import open_log
    from api.vault.key_check import vault_for
    from domain.rulesets import all_rulesets

    with closing(open_log(installation.settings, writing=writing)) as log:
        yield Kept(log, vault_for(log, installation.folder / "keys", bind=writing), all_rulesets())


def _names(kept: Kept, combat: str) -> list[str]:
    """Return the combats that are meant; raise Failed for one that is not there."""
    names = list(kept.log.names())
    if combat == "last":
        combat = next((row.combat for row in kept.log.combats(limit=1)), combat)
    if combat and combat not in names:
        raise failure("There is no such combat here. See `combatlog show combats`.")
    return [combat] if combat else names


def _findings(found: list[Finding], check: bool) -> Iterator[Any]:
    good = styled_text("as it should be" if check else "made anew", "green")
    rows = ((*f[:-1], styled_text("; ".join(f.flaws), "red") or good) for f in found)
    titles = ("combat", "title", "entries", "states", "")
    yield from table(titles, rows, empty="There is no combat yet.")


# --- people --------------------------------------------------------------------------------------


@admin.combat_command(required=True)
@click.argument("person")
@YES
def forget(combat: Combat, person: str, yes: bool) -> Answer:
    """Forget a PERSON of a COMBAT (such as p1, see `seats list`): the name, and every word written.

    What happened stays, and every proof still verifies. Name and words are deleted from the live
    database, its write-ahead log and its free pages. Backups, exports and replicas are out of
    reach: remove those that were made before. PostgreSQL's own write-ahead log and log files go as
    it recycles them. Texts of others that mention the person are listed; `admin forget` takes such
    a text as well (t17).

    Examples:
      combatlog admin forget last p2 --yes
      combatlog admin forget last p1 --yes --json
    """
    confirm(f"Forget {person} for good?", yes)
    found = combat.post("forget", {"text" if person.startswith("t") else "person": person})
    return found, _forgotten(person, found)


def _forgotten(person: str, found: Json) -> Iterator[Any]:
    yield f"{person} is forgotten, with {found['words']} texts. What happened stays."
    if found["mentions"]:
        yield "These texts of others mention the person:"
        yield from table({"entry": "number", "by": "author", "text": "text"}, found["mentions"])
    yield "Backups, exports and replicas that were made before still have it all: remove them."
