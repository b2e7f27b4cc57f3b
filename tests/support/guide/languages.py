"""Pages that say the same in several languages: each block is run, and its value is the answer.

A block's value is that of the expression at its end, as at a prompt; in a shell what it prints. A
block of `json` or `text` is the answer of all blocks since the last. In an answer `…` stands for
anything: in a text, in place of a value, as a member for other members, as an item for more items.
"""

from __future__ import annotations

import ast
import json
import re
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tests.support.combats.javascript_checker import node
from tests.support.guide.following import ANY, Block, Shell, is_printed

LANGUAGES = ("sh", "python", "js")
ANSWERS = ("json", "text")


class Answered(NamedTuple):
    """A block of a language, and what a page says that its value is; nothing if it does not say."""

    block: Block
    answer: Block | None


def answered(found: Sequence[Block], language: str) -> list[Answered]:
    """The blocks of a language, each with the answer that comes next unless another block does."""
    rows: list[Answered] = []
    waits = False
    for block in found:
        if block.language == language:
            rows.append(Answered(block, None))
            waits = True
        elif block.language in ANSWERS and waits:
            rows[-1] = Answered(rows[-1].block, block)
            waits = False
    return rows


def check(rows: Sequence[Answered], values: Sequence[str]) -> None:
    """Compare the values of blocks with the answers of a page."""
    for (block, answer), value in zip(rows, values, strict=True):
        if answer is not None:
            assert is_answer(answer, value), f"{block.text}\n{answer.text}\n--- but ---\n{value}"


def is_answer(answer: Block, value: str) -> bool:
    """Whether a value is what a page says, but for what is left out."""
    if answer.language == "text":
        return is_printed(answer.text, value)
    return matches(json.loads(answer.text), json.loads(value.strip().splitlines()[-1]))


def matches(expected: Any, found: Any) -> bool:
    """Whether a JSON value is another, but for what is left out."""
    match expected:
        case str():
            pattern = ".*".join(map(re.escape, expected.split(ANY)))
            return expected == ANY or (
                isinstance(found, str) and bool(re.fullmatch(pattern, found))
            )
        case dict():
            said = {key: value for key, value in expected.items() if key != ANY}
            if not isinstance(found, dict) or (ANY not in expected and said.keys() != found.keys()):
                return False
            return all(key in found and matches(said[key], found[key]) for key in said)
        case list():
            said_items = [item for item in expected if item != ANY]
            enough = (
                len(found) >= len(said_items) if ANY in expected else len(found) == len(expected)
            )
            return enough and all(map(matches, said_items, found))
        case _:
            return type(expected) is type(found) and bool(expected == found)


# --- languages ---------------------------------------------------------------------------------


def values_in_shell(
    rows: Sequence[Answered], folder: Path, environment: dict[str, str]
) -> list[str]:
    """What blocks print in a shell."""
    with Shell(folder, environment) as shell:
        return [shell.types(block.text) for block, _ in rows]


def values_in_python(rows: Sequence[Answered], names: dict[str, Any]) -> list[str]:
    """The values of blocks of Python; `names` is their module."""
    return [_python_value(block.text, names) for block, _ in rows]


def _python_value(text: str, names: dict[str, Any]) -> str:
    tree = ast.parse(text)
    last = tree.body[-1]
    if not isinstance(last, ast.Expr):
        exec(compile(tree, "page", "exec"), names)
        return ""
    exec(compile(ast.Module(tree.body[:-1], []), "page", "exec"), names)
    value = eval(compile(ast.Expression(last.value), "page", "eval"), names)
    return value if isinstance(value, str) else json.dumps(value)


def values_in_node(
    rows: Sequence[Answered], folder: Path, environment: Mapping[str, str]
) -> list[str]:
    """The values of blocks of JavaScript, as one module."""
    module = folder / "page.mjs"
    module.write_text("\n".join([_PRINT, *(_script(block.text) for block, _ in rows)]))
    run = subprocess.run(
        [node(), str(module)], cwd=folder, env=environment, text=True, capture_output=True
    )
    assert run.returncode == 0, f"{run.stderr}\n{module.read_text()}"
    return [json.loads(line) for line in run.stdout.splitlines()]


_PRINT = """const print = it =>
  console.log(JSON.stringify(typeof it === "string" ? it : JSON.stringify(it)));"""


def _script(text: str) -> str:
    """A block that prints its value as a line: the statement at its end, where that is one."""
    lines = text.rstrip().splitlines()
    start = max(n for n, line in enumerate(lines) if re.match(r"[^\s})\]/]", line))
    last = "\n".join(lines[start:]).rstrip(";")
    is_value = not re.match(r"(const|let|import|for|if|try|await stop)\b", last)
    value = last if is_value else '""'
    before = lines[:start] if is_value else lines
    return "\n".join([*before, f"print({value});"])
