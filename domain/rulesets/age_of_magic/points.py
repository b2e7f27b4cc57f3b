"""What the book leaves open: the settings of a table, each with its suggested default."""

from __future__ import annotations

from domain.ruleset import OpenPoint


def _ap(key: str, default: str, clause: str, what: str) -> OpenPoint:
    """An open point of a cost in AP that the book does not print."""
    return OpenPoint(key, ("1", "2", "3", "4", "5"), default, clause, f"the AP of {what}")


POINTS = (
    OpenPoint(
        "points-per-die", ("as printed", "3", "3 1/2"), "as printed", "1.3",
        "what each risked die takes off; as printed, 3 1/2 of initiative and 3 of any other roll",
    ),
    OpenPoint(
        "most-dice", tuple(str(n) for n in range(1, 21)), "20", "1.5",
        "how many dice may be risked on a roll",
    ),
    OpenPoint("tie", ("attack", "defence"), "attack", "6.3", "who wins attack against defence"),
    OpenPoint(
        "opposed-tie", ("who resists", "who acts"), "who resists", "1.8",
        "who wins any other tie of two rolls, as when a hold is to be broken",
    ),
    OpenPoint(
        "rolled-first", ("initiative", "AP"), "initiative", "2",
        "which of the two rolls of a combat turn comes first",
    ),
    OpenPoint(
        "unable-phase", ("forfeited", "forfeited last"), "forfeited", "I-4",
        "whether who cannot act forfeits his phase at once, or when all others have had theirs",
    ),
    OpenPoint(
        "half-ap", ("kept", "rounded down", "rounded up"), "kept", "3.3",
        "what becomes of the half of an AP: kept but no use alone, or rounded as it is rolled",
    ),
    OpenPoint(
        "ap-paid", ("done", "declared"), "done", "3.3",
        "whether a reaction is paid when it is done, or when it is declared and for good",
    ),
    _ap("follow-ap", "1", "3.5", "following a mover"),
    OpenPoint("parry-ap", ("1", "2", "3"), "1", "3.5", "what a parry costs"),
    OpenPoint(
        "lock-lasts", ("blows", "turn"), "blows", "3.6",
        "a block locks weapons until the blows are over, or the combat turn",
    ),
    OpenPoint("hit-by-half", ("down", "up"), "down", "6.6", "how half of an odd margin is rounded"),
    OpenPoint(
        "pain-gap", ("worse", "better"), "worse", "7.1",
        "which band a pain reaction of 1/2, 3 1/2 or 6 1/2 belongs to",
    ),
    OpenPoint(
        "knock-back-gap", ("better", "worse"), "better", "7.3",
        "which band a knock-back failed by 6 or 6 1/2 belongs to",
    ),
    OpenPoint(
        "first-suffered", ("pain", "knock-back"), "pain", "6.9",
        "whether the pain reaction or the knock-back comes first",
    ),
    OpenPoint(
        "disabled-actor", ("void", "continues"), "void", "5.13",
        "what becomes of the manoeuvre of somebody whom a reaction to it disables",
    ),
    OpenPoint(
        "fast-draw-otherwise", ("no", "-4", "-3", "-2", "-1", "0", "1"), "no", "3.5",
        "what a fast draw adds for a size and place that are not printed, if it may be tried",
    ),
    OpenPoint(
        "fast-draw-short", ("refused", "tried"), "refused", "3.5",
        "whether who has fewer than 3 AP may try a fast draw; one he cannot pay takes all he has",
    ),
    OpenPoint(
        "fast-draw-fumble", ("not drawn", "dropped"), "not drawn", "3.5",
        "what becomes of the weapon when a fast draw is fumbled",
    ),
    OpenPoint(
        "initially", ("after soak", "before soak"), "after soak", "7.6",
        "which level of a wound says whether it disables",
    ),
    OpenPoint(
        "useless-limb", ("fails", "serves"), "fails", "7.6",
        "whether a broken or disabled limb lets go, lets fall and is of no use",
    ),
    OpenPoint(
        "impaled-otherwise", ("-2", "0", "-1", "-3", "-4", "-5"), "-2", "7.5",
        "what a stuck weapon that is not in the list takes off CO rolls",
    ),
    OpenPoint(
        "fight", ("goes on", "is over"), "goes on", "7.7",
        "whether the fight is over: then shock, keeping going and careful hands have their place",
    ),
    _ap("treat-ap", "3", "7.7", "first aid"), _ap("stand-up-ap", "2", "7.4", "standing up"),
    OpenPoint(
        "prone-may", ("kick", "anything"), "kick", "7.4",
        "what the prone may do: no footwork, and no blow or shot but kicks; or anything",
    ),
    OpenPoint(
        "prone-rolls", ("0", "-1", "-2", "-3", "-4"), "0", "7.4",
        "what lying down takes off attack and defence",
    ),
    OpenPoint(
        "unarmed", ("trained", "everybody", "no"), "trained", "3.7",
        "who uses the unarmed manoeuvres: whose sheet has Martial arts, everybody, or nobody",
    ),
    _ap("arm-grab-ap", "1", "3.7", "an arm grab"), _ap("arm-lock-ap", "1", "3.7", "an arm lock"),
    OpenPoint(
        "arm-lock", ("follow-on", "action too"), "follow-on", "3.7",
        "whether an arm is locked only as it is grabbed, or in a later action as well",
    ),
    _ap("head-lock-ap", "1", "3.7", "a head lock"),
    _ap("forearm-block-ap", "1", "3.7", "a forearm block"),
    OpenPoint(
        "forearm-block-adds", ("0", "1", "2", "3", "4"), "0", "6.2",
        "what a forearm block adds to Martial arts",
    ),
    _ap("break-hold-ap", "2", "7.9", "breaking a hold"),
    OpenPoint(
        "break-hold", ("rolls", "referee"), "rolls", "7.9",
        "a hold is broken by the higher roll of Martial arts and ST, or as the referee rules",
    ),
    OpenPoint(
        "late-joiner", ("waits", "joins in"), "waits", "I-4",
        "whether who comes in mid-turn waits for the next, or rolls and has a phase in this one",
    ),
    OpenPoint(
        "lock-weighs", ("attacks", "all rolls"), "attacks", "7.9",
        "on what the owner of a lock has 2 less",
    ),
    OpenPoint(
        "defence-against-shots", ("any", "dodge", "none"), "any", "3.8",
        "which defences there are against what is thrown or shot",
    ),
    OpenPoint(
        "shot-against", ("both", "defence"), "both", "3.8",
        "whether a shot that is defended against must reach its difficulty as well",
    ),
    OpenPoint(
        "aim-of-shots", ("modifier", "size"), "modifier", "3.8",
        "whether a shot at a part of the body has its aim modifier, or only the size of the target",
    ),
    OpenPoint(
        "aim-mounted", ("printed", "none"), "printed", "6.4",
        "which aim modifiers there are between mounted and foot",
    ),
    OpenPoint(
        "set-ends", ("any defence", "movement"), "any defence", "7.10",
        "what of one's own ends being set: any defence, or only what moves",
    ),
    OpenPoint(
        "aimed-fire-ends", ("aim", "set"), "aim", "3.8",
        "whether aimed fire ends the aim, or being set as well",
    ),
    _ap("mounting-ap", "2", "3.5", "getting on or off a mount"),
    OpenPoint("control-ap", ("0", "1", "2", "3"), "1", "3.2", "what controlling a mount costs"),
    OpenPoint(
        "height-counts", ("always", "on foot"), "always", "6.11",
        "whether the height of the saddle counts against another rider",
    ),
    OpenPoint(
        "ap-if-prepared-before", ("0", "1", "2", "3", "5"), "2", "8.3",
        "what it costs in combat to cast what was prepared before",
    ),
    OpenPoint(
        "wound-interrupts", ("no", "yes"), "no", "8.3",
        "whether a wound interrupts casting for 5 AP",
    ),
    OpenPoint(
        "defence-against-spells", ("any", "dodge", "none"), "any", "8.5",
        "which defences there are against an attack enchantment",
    ),
    OpenPoint("carry-over", ("no", "yes"), "no", "3.3", "whether unspent AP are kept"),
)  # fmt: skip
