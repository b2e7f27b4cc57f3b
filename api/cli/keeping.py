"""`backup` and `restore`: database and keys, in one file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click

from api.cli.printing import print_json, progress
from api.cli.refusing import failed
from api.cli.words import AS_JSON, DATA, DATABASE, command


@command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@DATA
@DATABASE
@AS_JSON
def backup(file: Path, data: Path, database: str, as_json: bool) -> None:
    """Put database and keys into FILE, a tar for its owner alone; the server may go on meanwhile.

    The server does not start without a key of the database. If one is lost for good, `combatlog
    accept-keys` goes on without it, but for master.key. What each loss means:

      master.key      combats come back from exports alone, elsewhere; nothing is proven here
      server.key      a command sent again after a crash may be carried out twice
      signing.key     heads and archives are signed by another key from then on
      combats/        dice that combats from elsewhere showed there are not proven here
      operator.token  a new one is made at the next start

    Whoever finds the file has all of that: they foresee dice, read words, and are the operator.
    `forget` does not reach it: remove backups with somebody who asked to be forgotten.

    Examples:
      combatlog backup evening.tar
      combatlog backup morning.tar --json
    """
    from api.backup import meanings, write_backup
    from api.serving import Installation

    with _explained():
        manifest = write_backup(Installation(data, database), file)
    keys = dict(meanings(manifest))
    if as_json:
        print_json({"file": str(file), "files": manifest["files"], "keys": keys})
        return
    click.echo(f"{file} holds {len(manifest['files'])} files: the database and its keys.")
    for name, meaning in keys.items():
        click.echo(f"  {click.style(name, bold=True)}: {meaning}")
    click.echo("Keep it where nobody else can read it.")


@command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@DATA
@AS_JSON
def restore(file: Path, data: Path, as_json: bool) -> None:
    """Make a data folder of the FILE of a backup; nothing that is there is ever written over.

    Every file is held to its hash, and every combat is folded again from its log, seal by seal,
    before the folder is put into its place.

    Examples:
      combatlog restore evening.tar --data there
      combatlog restore morning.tar --data elsewhere --json
    """
    with _explained():
        if data.exists() and any(data.iterdir()):
            raise failed(f"{data} is not empty. Name another folder with --data, or move it away.")
        data.resolve().parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=data.resolve().parent, prefix=".restoring-") as beside:
            said = _restored(file, Path(beside) / "data")
            if data.exists():
                data.rmdir()
            (Path(beside) / "data").rename(data)
    said = {"data": str(data), **said}
    if as_json:
        print_json(said)
    else:
        click.echo(f"{data} is restored: {said['combats']} combats, {said['entries']} entries.")


def _restored(file: Path, folder: Path) -> Mapping[str, Any]:
    """Unpack into a folder beside, bring the database up to date, and verify every combat."""
    from api.backup import unpack
    from api.cli.rebuilding import kept
    from api.serving import Installation

    folder.mkdir(mode=0o700)
    unpack(file, folder)
    Installation(folder).migrate()
    with kept(Installation(folder)) as all_of_it:
        names, entries = all_of_it.log.names(), 0
        with progress(names, "Verifying") as going:
            for name in going:
                found = all_of_it.checked(name)
                entries += found.entries
                if found.flaws:
                    raise failed(f"{name} does not hold: {found.flaws[0]}. Nothing was restored.")
    return {"combats": len(names), "entries": entries}


@contextmanager
def _explained() -> Iterator[None]:
    """Say in a sentence what went wrong with files and databases."""
    from api.serving import CannotServe, explained

    try:
        with explained():
            yield
    except CannotServe as error:
        raise failed(str(error)) from error
