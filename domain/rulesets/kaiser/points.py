"""What the rules leave open, and what a table may settle otherwise."""

from __future__ import annotations

from domain.ruleset import OpenPoint

POINTS = (
    OpenPoint(
        "intentions-revealed", ("roll", "declared"), "roll", "2.1.2",
        "when intentions are shown to all: before the initiative roll, or as they are declared",
    ),
    OpenPoint("initiative-open-roll", ("yes", "no"), "yes", "2.2",
              "whether a double six on initiative is rolled on"),
    OpenPoint("tie", ("ask", "joined"), "ask", "2.2",
              "a tie of roll and value: the referee is asked, or it stays as they joined"),
    OpenPoint("overrun", ("flat-footed", "lost"), "flat-footed", "3.4",
              "a forced loss larger than the AP left: Flat-Footed, or the rest is simply lost"),
    OpenPoint("counter-needs-intention", ("yes", "no"), "yes", "8.2",
              "whether a Counter needs the Attack intention and uses up one of its attacks"),
    OpenPoint("undefended", ("0", "skill"), "0", "6.1",
              "what stands against an attack that nobody defends: nothing, or the bare skill"),
    OpenPoint("mastery", ("no fumble", "as others"), "no fumble", "1.6",
              "whether a master's double one is a fumble"),
    OpenPoint("beyond-range", ("-3", "D1"), "-3", "6.7",
              "what a shot beyond the effective range suffers: the text's -3 or the table's D1"),
    OpenPoint("death", ("half", "whole"), "half", "12",
              "dead below minus half of the life points, or below minus all of them"),
    OpenPoint("first-tick", ("this round", "next round"), "this round", "9.2",
              "which End phase is the first to count a condition down"),
    OpenPoint("charge-step", ("5", "4"), "5", "12",
              "how much Strike brings a charge one advantage and one damage more"),
    OpenPoint("critical-by-0", ("1", "0"), "1", "12",
              "the degree of failure of a check that equals the level of a critical"),
    OpenPoint("guard-dice", ("D1 D2", "D2 D4"), "D1 D2", "12",
              "the disadvantage of guarding another: near, and far by a barrier"),
    OpenPoint("surprise-ends", ("turn begins", "turn ends"), "turn begins", "2.3",
              "when a surprise is over: as the turn of the surprised begins, or ends"),
    OpenPoint("offhand-repeats", ("no", "yes"), "no", "5",
              "whether an Offhand Attack takes the repeat penalty of the attacks before it"),
    OpenPoint("fully-restrained", ("-32", "-20"), "-32", "12",
              "what being fully restrained takes off: the table's -32, or the example's -20"),
    OpenPoint("strength-of-shots", ("yes", "no"), "yes", "6.2",
              "whether the Strength modifier counts for what is shot or thrown"),
    OpenPoint("pulled-from", ("batteries", "anybody"), "batteries", "7",
              "what a transfer pulls mana and ki out of: things that hold some, or anybody"),
)  # fmt: skip
