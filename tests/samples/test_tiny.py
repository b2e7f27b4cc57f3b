"""samples/tiny.py is short, runs, and shows what it says."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

TINY = Path(__file__).parents[2] / "samples" / "tiny.py"

PRINTED = """\
Ann hits the troll.
   1 | CombatOpened FactSet
   2 | Joined
   3 | Joined PoolChanged
   4 | RoundBegan TurnBegan
   5 | DiceRolled (9,)
   6 | Acted PoolChanged Closed
   The troll has 7 health.

Undo. Ann rolls again, and the die shows the same face.
   1 | CombatOpened FactSet
   2 | Joined
   3 | Joined PoolChanged
   4 | RoundBegan TurnBegan
   5 x DiceRolled (9,)
   6 x Acted PoolChanged Closed
   7   Rewound
   8 | DiceRolled (9,)
   The troll has 12 health.

Jump to the first line of play: nothing was deleted.
   1 | CombatOpened FactSet
   2 | Joined
   3 | Joined PoolChanged
   4 | RoundBegan TurnBegan
   5 | DiceRolled (9,)
   6 | Acted PoolChanged Closed
   7   Rewound
   8 x DiceRolled (9,)
   9   Rewound
   The troll has 7 health.

"""


def test_it_prints_the_log_the_undo_and_the_same_die():
    run = subprocess.run([sys.executable, TINY], capture_output=True, text=True, check=True)
    assert run.stdout == PRINTED


def test_it_fits_on_a_page_of_eighty_lines():
    assert len(TINY.read_text("utf-8").splitlines()) <= 80
