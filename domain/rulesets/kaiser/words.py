"""The game's own words, for people."""

from __future__ import annotations

WORDS = {
    "phase": "End phase", "intention": "Intention phase", "action": "Action phase",
    "end": "End phase", "ap": "AP", "lp": "LP",
    "attacks": "attack", "movement": "feet", "boosts": "Stamina in boosts",
    "stamina": "Stamina", "mass": "mana in the mass", "prepared": "mana prepared",
    "does attack intention": "means to attack", "does charge intention": "means to charge",
    "does guard": "guards", "does run": "runs this round", "does sprint": "sprints this round",
    "does spirit": "turns to ki", "does magic": "turns to magic", "does manifest": "manifests",
    "does conjure": "begins a ritual", "does complete power": "begins a power of a whole round",
    "does crush": "crushes", "does absorb hits": "stands to absorb hits",
    "does total attack": "goes all out for attack", "does total defense": "goes all out to defend",
    "does defensive fan": "holds a fan against projectiles",
    "does anticipate surprise": "anticipates surprise",
    "does alert to danger": "is alert to danger", "does delay": "waits",
    "does complete attack": "strikes with all he has", "does charge": "charges",
    "does offhand attack": "strikes with the other hand",
    "does defend another": "shields", "does increase action": "digs deep for one AP more",
    "does second wind": "gets a second wind", "does attack an opening": "strikes at the opening",
    "does withdraw": "tries to withdraw", "does cast": "works magic", "does aim": "takes aim",
    "does phenom": "brings a phenom about",
    "does maintain spells": "keeps the spells up", "does maintain ki": "keeps the ki up",
    "does maintain phenom": "keeps the phenom up", "does transfer mana": "passes mana on",
    "does let go": "lets the power go", "does prepare": "holds an attack",
    "does release": "lets the held attack go", "does take down": "trips",
    "does weapon's point": "holds the point", "does sweeping": "sweeps",
    "does knock out": "strikes to knock out", "does upper hand": "goes for the upper hand",
    "does directed": "picks a place to strike", "does escape": "struggles to get out",
    "does maintain trap": "keeps hold", "does use power": "uses a power",
    "does multiple missiles": "looses several missiles",
}  # fmt: skip
