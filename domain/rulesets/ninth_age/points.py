"""What the rules leave open: the settings of a table, each with its default."""

from __future__ import annotations

from domain.ruleset import OpenPoint

ONE_OR_TWO, COUNTS = ("1", "2", "by ranks"), ("0", "1", "2")
POINTS = (
    OpenPoint(
        "answer-to-reactive",
        ("no", "yes"),
        "no",
        "2",
        "may the active player answer what the other has declared",
    ),
    OpenPoint(
        "bearer-gone",
        ("no", "yes"),
        "no",
        "2",
        "does an effect still resolve when an earlier one removed its bearer",
    ),
    OpenPoint(
        "one-use-spent",
        ("declared", "resolved"),
        "declared",
        "2",
        "when a One Use Only effect is spent",
    ),
    OpenPoint(
        "born-effects",
        ("nested", "joins"),
        "nested",
        "2",
        "whether what is born of an effect has its own window or joins the open one",
    ),
    OpenPoint(
        "deploys-first",
        ("other", "chooser"),
        "other",
        "4",
        "who deploys first: who chose the zone, or the other",
    ),
    OpenPoint(
        "first-turn",
        ("first to finish", "the table"),
        "first to finish",
        "4",
        "who decides the first Player Turn",
    ),
    OpenPoint(
        "combined-charges",
        ("one by one", "all roll first"),
        "one by one",
        "C6",
        "whether all chargers of one target roll before any of them moves",
    ),
    OpenPoint(
        "redirect-declined",
        ("no", "yes"),
        "no",
        "C5",
        "may a unit that passed its Redirect test declare no new charge",
    ),
    OpenPoint(
        "fleer-caught",
        ("destroyed", "reached"),
        "destroyed",
        "C6",
        "what becomes of a Fleeing unit that a charge reaches",
    ),
    OpenPoint(
        "decimated-rally",
        ("half Discipline", "full Discipline"),
        "half Discipline",
        "M2",
        "how a Decimated unit rallies",
    ),
    OpenPoint(
        "ambush-moves",
        ("no", "yes"),
        "no",
        "M2",
        "whether who arrives from ambush may still move in that turn",
    ),
    OpenPoint(
        "flux-without-wizards",
        ("skipped", "drawn"),
        "skipped",
        "7",
        "whether Flux Cards are drawn in a battle without a Wizard",
    ),
    OpenPoint("token-price", ("3", "2"), "3", "7", "how many Veil Tokens a Magic Die costs"),
    OpenPoint("who-converts", ("active", "both"), "active", "7", "who turns tokens into dice"),
    OpenPoint("most-dispel-dice", ("12", "5", "6"), "12", "7", "most dice for one dispelling"),
    OpenPoint(
        "dispel-one-die",
        ("no", "yes"),
        "no",
        "7",
        "whether a natural 1 or 2 of a single dispelling die always fails",
    ),
    OpenPoint(
        "miscast-dispelled",
        ("no", "yes"),
        "no",
        "7",
        "whether rows 2 and up apply to a dispelled spell",
    ),
    OpenPoint(
        "miscast-when-failed",
        ("no", "yes"),
        "no",
        "7",
        "whether rows 2 and up apply to a failed casting",
    ),
    OpenPoint("long-range", COUNTS, "1", "8", "what long range adds to the number needed"),
    OpenPoint("moving-and-shooting", COUNTS, "1", "8", "what moving adds to the number needed"),
    OpenPoint("soft-cover", COUNTS, "1", "8", "what soft cover adds to the number needed"),
    OpenPoint("hard-cover", ("2", "1", "3"), "2", "8", "what hard cover adds"),
    OpenPoint(
        "make-way",
        ("into contact", "not played"),
        "into contact",
        "9",
        "where a Character goes for whom way is made in an engaged unit",
    ),
    OpenPoint(
        "characters-in-units",
        ("one with the unit", "apart"),
        "one with the unit",
        "9",
        "whether a Character who stands in a unit moves, flees and tests with it",
    ),
    OpenPoint(
        "duels-first", ("active", "reactive"), "active", "9", "which player may issue a Duel first"
    ),
    OpenPoint(
        "flank-score",
        ONE_OR_TWO,
        "by ranks",
        "9",
        "what a flank counts: 1, or 2 with two Full Ranks",
    ),
    OpenPoint(
        "rear-score",
        ("2", "3", "by ranks"),
        "by ranks",
        "9",
        "what a rear counts: 2, or 3 with two Full Ranks",
    ),
    OpenPoint(
        "flank-and-rear",
        ("both", "higher"),
        "both",
        "9",
        "whether a flank and a rear of the same Combat both count",
    ),
    OpenPoint(
        "fearless-tests",
        ("yes", "no"),
        "yes",
        "10",
        "whether Fearless units take Panic and Fear Tests",
    ),
    OpenPoint(
        "dreadful-tests",
        ("yes", "no"),
        "yes",
        "9",
        "whether units that cause Fear or Terror test against it",
    ),
    OpenPoint(
        "swiftstride",
        ("charges", "charges and pursuits"),
        "charges",
        "9",
        "which rolls of Swiftstride units are Maximised",
    ),
    OpenPoint(
        "half-points", ("yes", "no"), "yes", "13", "whether Fleeing or Decimated units count half"
    ),
    OpenPoint("score", ("short", "battle points"), "short", "13", "how the battle is scored"),
)
