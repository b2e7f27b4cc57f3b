"""Pages of the guide that are followed line by line: what is typed, edited, and printed.

A block of `sh` is typed, `diff` edits the file that it names, `python` quotes one, and `text` is
what was printed since the last. `…` stands for anything in a line, and alone for any lines.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

BLOCK = re.compile(r"^```(\S+)([^\n]*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
ANY = "…"


class Block(NamedTuple):
    """A block of a page: its language, what is said of it, and the text."""

    language: str
    about: str
    text: str


def blocks(page: Path) -> list[Block]:
    """Every block of a page, in order."""
    found = BLOCK.findall(page.read_text("utf-8"))
    return [Block(language, about.strip(), text) for language, about, text in found]


def edited(text: str, diff: str) -> str:
    """A text after an edit; every hunk stands exactly once in it."""
    for hunk in re.split(r"^@@.*\n", diff, flags=re.MULTILINE):
        lines = hunk.splitlines(keepends=True)
        old = "".join(line[1:] or "\n" for line in lines if not line.startswith("+"))
        new = "".join(line[1:] or "\n" for line in lines if not line.startswith("-"))
        assert text.count(old) == 1, f"{old!r} is {text.count(old)} times in\n{text}"
        text = text.replace(old, new)
    return text


def is_printed(expected: str, printed: str) -> bool:
    """Whether something was printed, but for what is left out."""
    return re.fullmatch("".join(_pattern(expected)), printed.strip("\n") + "\n") is not None


def _pattern(expected: str) -> Iterator[str]:
    for line in expected.strip("\n").splitlines():
        if line.strip() == ANY:
            yield r"(?:.*\n)*"
        else:
            yield r".*".join(map(re.escape, line.split(ANY))) + r"\n"


class Shell:
    """A shell in which blocks are typed one after the other; it ends at the first failure."""

    END = "--- typed ---"

    def __init__(self, folder: Path, environment: dict[str, str]):
        self.process = subprocess.Popen(
            ["bash", "-euo", "pipefail"],
            cwd=folder,
            env=environment,
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )

    def __enter__(self) -> Shell:
        return self

    def __exit__(self, *error: object) -> None:
        self.process.communicate()

    def types(self, text: str) -> str:
        """Type a block; what it prints. Fails where it fails."""
        assert self.process.stdin and self.process.stdout
        self.process.stdin.write(f"{text}\necho '{self.END}'\n")
        self.process.stdin.flush()
        printed: list[str] = []
        for line in self.process.stdout:
            if line == f"{self.END}\n":
                return "".join(printed)
            printed.append(line)
        raise AssertionError(f"{text}\nfailed:\n{''.join(printed)}")


def follow(page: Path, folder: Path, environment: dict[str, str]) -> None:
    """Follow a page in a folder, and compare what is printed with what it says."""
    printed = ""
    with Shell(folder, environment) as shell:
        for block in blocks(page):
            match block.language:
                case "sh":
                    printed += shell.types(block.text)
                case "diff":
                    file = folder / block.about
                    file.write_text(edited(file.read_text(), block.text))
                case "python":
                    assert block.text in (folder / block.about).read_text()
                case "text":
                    assert is_printed(block.text, printed), f"{block.text}\n---\n{printed}"
                    printed = ""
    assert printed == "", printed
