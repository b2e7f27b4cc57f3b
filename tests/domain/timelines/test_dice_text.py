"""Rolls as programs print them."""

from __future__ import annotations

from typing import Any

import pytest

from domain.timelines.dice_text import read_dice


def group(sides: int, faces: list[int], dropped: list[int] | None = None) -> dict[str, Any]:
    """Dice of one size, of which some were dropped."""
    kept = [face for face in faces if face not in (dropped or [])]
    return {"sides": sides, "faces": faces, "kept": kept, "dropped": dropped or []}


@pytest.mark.parametrize(
    ("text", "dice", "bonus", "total"),
    [
        ("2d20kh1 (~~4~~, 17) + 5 = `22`", [group(20, [4, 17], [4])], 5, 22),
        ("1d20 (**20**) = 20", [group(20, [20])], 0, 20),
        ("1d20 (15) + 1d4 (3) - 2 = 16", [group(20, [15]), group(4, [3])], -2, 16),
        (
            "3d6ro<3 (2 -> 5, 4, 6!) + 1d6 (3) [fire] = `18`",
            [group(6, [2, 5, 4, 6], [2]), group(6, [3])],
            0,
            18,
        ),
        ("1d8 [slashing] (4) + 3 [magic] = 7", [group(8, [4])], 3, 7),
        ("1d100 (42) = 42", [group(100, [42])], 0, 42),
        ("8d6 (1, 2, 3, 4, 5, 6, 1, 2) / 2 = `12`", [group(6, [1, 2, 3, 4, 5, 6, 1, 2])], None, 12),
        ("1d20 + 6 = 11 + 6 = 17", [group(20, [11])], 6, 17),
        ("1d20 + 1d4 - 1 = 11 + 3 - 1 = 13", [group(20, [11]), group(4, [3])], -1, 13),
        ("d20 = 7 = 7", [group(20, [7])], 0, 7),
        ("2d6 + 3 = 9 + 3 = 12", [], None, 12),
        ("about = 12", [], None, 12),
    ],
)
def test_a_printed_roll(text: str, dice: list[Any], bonus: int | None, total: int):
    found = read_dice(text)
    wanted = {"dice": dice, "total": total}
    assert found == (wanted if bonus is None else {**wanted, "bonus": bonus})


@pytest.mark.parametrize("text", ["", "fire!", "1d20 (15)", "2d6 + 3"])
def test_words_without_a_total_are_no_roll(text: str):
    assert read_dice(text) is None
