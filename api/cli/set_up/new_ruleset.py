"""`new-ruleset`: a package with a game of your own, ready to be installed and played."""

from __future__ import annotations

import keyword
import re
import unicodedata
from importlib.util import find_spec
from pathlib import Path
from string import Template
from typing import NamedTuple

import rich_click as click

from api.cli.client.commands import Answer, Command, answers
from api.client import failure

TEMPLATES = Path(__file__).parent / "ruleset_template"
"""Files of the package; `ruleset.py` gets the name of the module."""

LONGEST = 40


class Names(NamedTuple):
    """Names of a game: for people, as a key in the API, and as a module."""

    title: str
    key: str
    module: str


@click.command(cls=Command)
@click.argument("name")
@click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="Where to write it; else a folder of its name here.",
)
@answers
def new_ruleset(name: str, folder: Path | None) -> Answer:
    """Write a package with a small game called NAME, to be changed into yours.

    It has rules of 40 lines, a fight, a test that plays it, and what it takes to install it. The
    guide page "Write a ruleset" goes on from there.

    Examples:
      combatlog new-ruleset "River Fight"
      combatlog new-ruleset "River Fight" --folder games/river
      combatlog new-ruleset "Stone Bridge" --json
    """
    names = _names(name)
    folder = folder or Path(names.key)
    if folder.exists() and any(folder.iterdir()):
        raise failure(f"{folder} is not empty. Name another folder with --folder.")
    files = _write_package(folder, names)
    said = {**names._asdict(), "folder": str(folder), "files": files}
    return said, [*(f"{folder / file}" for file in files), *_next_steps(folder, names)]


def _names(title: str) -> Names:
    """Return the names that follow from a title; raise what is wrong with it."""
    title = " ".join(title.split())
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    words = re.findall("[a-z0-9]+", plain)
    key, module = "-".join(words), "_".join(words)
    if not re.fullmatch(r"[\w '-]+", title) or not module.isidentifier() or len(title) > LONGEST:
        raise click.UsageError(
            f"A game needs a name of letters, such as River Fight: up to {LONGEST} signs, and no"
            " number first."
        )
    if keyword.iskeyword(module) or find_spec(module) or _is_taken(key):
        raise failure(f"Something is called {module} or {key} already. Take another name.")
    return Names(title, key, module)


def _is_taken(key: str) -> bool:
    from domain.rulesets import all_rulesets

    return key in all_rulesets()


def _write_package(folder: Path, names: Names) -> list[str]:
    """Write every file of the package; return their names."""
    folder.mkdir(parents=True, exist_ok=True)
    files = []
    for template in sorted(TEMPLATES.glob("*.txt")):
        name = template.stem.replace("ruleset.py", f"{names.module}.py")
        text = Template(template.read_text("utf-8")).substitute(names._asdict())
        (folder / name).write_text(text, "utf-8")
        files.append(name)
    return files


def _next_steps(folder: Path, names: Names) -> list[str]:
    return [
        "Install it, then see it and play it:",
        f"  python -m pip install --editable {folder}",
        f"  combatlog show rulesets {names.key}",
        f"  combatlog play {folder / 'fight.jsonl'}",
    ]
