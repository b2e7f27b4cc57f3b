"""Command line: commands and groups, each imported when it is used."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from difflib import get_close_matches
from importlib import import_module
from typing import Any

import rich_click as click
from click.exceptions import NoSuchCommand

from api.cli.client.commands import Group
from api.cli.client.errors import report
from api.client import Failed
from api.server.address_file import CannotServe

SECTIONS = {
    "Set up": ("set_up", "open preset roster import edit campaign new-ruleset"),
    "Play": ("play", "play batch act roll undo correct dispute dice note seats what-if"),
    "Read and check": ("read", "show explain query replay audit evidence"),
    "Run a server": ("admin", "serve check project transfer admin"),
}
"""Sections of the help: the folder of each, and its commands, each in a module of its name."""

_MODULES = {"import": "import_file"}
"""The modules of commands whose names are words of Python."""

COMMANDS = {name: section for section, (_, names) in SECTIONS.items() for name in names.split()}


class Commands(Group):
    """Top level of the command line: imports commands on demand, reports failures."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands, section by section."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command of a name; return None where there is none."""
        if cmd_name not in COMMANDS:
            return None
        section, name = COMMANDS[cmd_name], _MODULES.get(cmd_name, cmd_name.replace("-", "_"))
        module = import_module(f"api.cli.{SECTIONS[section][0]}.{name}")
        found: click.RichCommand = getattr(module, name)
        found.panel = section
        return found

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """Find a command; where there is none, name the nearest, also of those within groups."""
        try:
            return super().resolve_command(ctx, args)
        except NoSuchCommand as error:
            inside = {n: getattr(self.get_command(ctx, n), "commands", ()) for n in COMMANDS}
            paths = [f"{name} {word}".strip() for name in inside for word in ("", *inside[name])]
            near = get_close_matches(error.command_name, {path.split()[-1] for path in paths})
            meant = ", ".join(f"`combatlog {p}`" for p in paths if p.split()[-1] in near)
            hint = f" Did you mean {meant}?" if meant else ""
            raise click.UsageError(error.message + hint, ctx) from error

    def main(self, args: Sequence[str] | None = None, **extra: Any) -> Any:  # type: ignore[override]
        """Run a command and end the process: 0 is well, 1 refused or failed, 2 wrong usage."""
        words = list(sys.argv[1:] if args is None else args)
        try:
            sys.exit(super().main(words, **extra | {"standalone_mode": False}))
        except (click.ClickException, click.Abort, Failed, CannotServe, *OF_FILES) as error:
            sys.exit(report(error, as_json="--json" in words))


OF_FILES = (OSError, UnicodeError)
"""What a file that cannot be read or written raises."""

HELP = {"theme": "default-slim", "commands_before_options": True}
SETTINGS = {"help_option_names": ["-h", "--help"], "rich_help_config": HELP}


@click.group(cls=Commands, context_settings=SETTINGS)
@click.version_option(package_name="combatlog", prog_name="combatlog")
def main() -> None:
    """An event-sourced log of tabletop combat: replay it, undo it, explain it, audit it.

    Commands work on the server that runs on the data folder, or on its files where none runs. A
    COMBAT is an id, or `last`: the one that changed last. Each command has its own --help.

    Examples:
      combatlog show combats
      combatlog --version
    """
