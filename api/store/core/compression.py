"""Compression of entries: deflate with a preset dictionary, since alone each is too short for it.

The dictionary holds what entries commonly say. An entry that says something else only takes more
room. A dictionary is never edited, for stored entries need it: a better one gets the next number,
and comes with a migration, so that a release which has it not refuses the database.
"""

from __future__ import annotations

import zlib
from typing import Final

_COMMANDS: Final = (
    "command.join/1\n"
    '{"note":null,"type":"join","subject":"ana","name":"Ana","kind":"combatant","side":"a",'
    '"controller":"","traits":{},"hidden":false,"instead":""}'
    "command.roll/1\n"
    '{"note":null,"who":"ana","purpose":"","dice":[],"bonus":0,"total":null,"target":null,'
    '"outcome":"","text":"","type":"roll","faces":{},"count":1,"sides":6,"hidden":false}'
    "command.adjust/1\n"
    '{"note":{"id":"t1","digest":""},"type":"adjust","change":{"what":"fact","of":"ana",'
    '"name":"","toward":"bert","value":"yes"},"cites":null}'
    "command.pass-all/1\n"
    '{"engine":"1.0.0","revision":"1","mode":"enforce","role":"player"}\n'
    '{"note":null,"type":"pass-all","who":"","on_behalf":false,"present":[]}'
    "command.declare/1\ncommand.act/1\n"
    '{"engine":"1.0.0","revision":"1","mode":"enforce","role":"referee"}\n'
    '{"note":null,"who":"ana","manoeuvre":"attack","targets":["bert"],"using":"sword",'
    '"params":{"beside":["bert"]},"risk":{},"faces":{},"rolls":[],"results":[],"against":false,'
    '"on_behalf":false,"type":"act"}'
    "command.answer/1\n"
    '{"engine":"1.0.0","revision":"1","mode":"enforce","role":"referee"}\n'
    '{"note":null,"type":"answer","who":"ana","about":"attack","choice":"roll","toward":"",'
    '"params":{},"risk":{"attack":1},"faces":{"attack":[4]},"card":"","witness":"",'
    '"against":false,"on_behalf":false}'
)
_EVENTS: Final = (
    'combat.ended/1\n{"why":"ended by the referee"}'
    'combat.left/1\n{"subject":"ana","why":"dead"}'
    'combat.noted/1\n{"text":{"id":"t1","digest":""}}'
    'combat.rewound/1\n{"was":42,"to":41,"why":"undo"}'
    'combat.opened/1\n{"ruleset":"open","edition":"1","title":"The ","mode":"record",'
    '"commitments":{"open":"","hidden":""}}'
    'combat.order-set/1\n{"scope":"initiative","order":[["ana"],["bert"]],'
    '"scores":{"ana":9,"bert":4},"why":"initiative"}'
    'combat.joined/1\n{"subject":"ana","name":"Ana","side":"a","roller":1,'
    '"traits":{"weapon sword skill":"","weapon sword damage":4}}'
    'combat.moved/1\n{"subject":"ana","was":"1,2","place":"3,2"}'
    'combat.card-drawn/1\n{"who":"referee","purpose":"","deck":"","card":"","copy_no":1,'
    '"shuffle":1,"provenance":"typed"}'
    'combat.round-ended/1\n{"n":1}combat.round-began/1\n{"n":2}'
    'combat.turn-ended/1\n{"who":["ana"]}combat.turn-began/1\n{"who":["ana"],"why":"now"}'
    'combat.phase-ended/1\n{"phase":"movement"}combat.phase-began/1\n{"phase":"main"}'
    'combat.condition-changed/1\n{"id":"#12.1","level":2}'
    'combat.condition-ended/1\n{"id":"#12.1","why":"until the end of the turn"}'
    'combat.fact-set/1\n{"of":"ana","name":"","toward":"bert","was":"no","value":"yes"}'
    'combat.condition-began/1\n{"id":"#12.1","subject":"ana","name":"","key":"","level":1,'
    '"until":{"span":"turn"},"detail":{},"act":"#12.1"}'
    'combat.declared/1\n{"act":"#12.1","who":"ana","manoeuvre":"parry","on":"#12.1",'
    '"targets":["bert"],"using":"sword","params":{}}'
    'combat.reacted/1\n{"act":"#12.1","who":"ana","manoeuvre":"parry","on":"#12.1",'
    '"using":"sword","stands":true}'
    'combat.resolved/1\n{"act":"#12.1","stage":"damage","outcome":"hit",'
    '"figures":{"damage":4},"of":"bert"}'
    'combat.dice-rolled/1\n{"who":"ana","purpose":"attack","sort":"attempt","sides":6,'
    '"faces":[4],"kept":[4],"modifiers":[{"source":"skill","value":2},{"source":"","value":-2}],'
    '"unit":2,"total":14,"provenance":"generated","label":{"round":1,"roller":1,'
    '"sort":"effect","r":0}}'
    'combat.pool-changed/1\n{"subject":"ana","pool":"hp","delta":-2,"balance":10,"how":"pay"}'
    'combat.asked/1\n{"question":"#12.1","on":"#12.1","about":"declare",'
    '"slots":[{"id":"ana","who":"ana"},{"id":"bert","who":"bert"}],"params":{}}'
    'combat.acted/1\n{"act":"#12.1","who":"ana","manoeuvre":"move","params":{}}'
    'combat.answered/1\n{"who":"ana","choice":"pass"}'
    'combat.closed/1\n{"frame":"#12.1"}'
)
_ENVELOPES: Final = (
    '{"seq":41,"step":12,"number":41,"parent":40,"by":"p1","behalf":"ana","at":1800000000000,'
    '"id":"","audience":["p1","referee"],"clause":"1","basis":"table",'
    '"note":{"id":"t1","digest":""}}\n'
    '{"seq":41,"step":12,"number":41,"parent":40,"cause":"#12.1","answers":["#12.1","ana"],'
    '"by":"p0","behalf":"ana","at":1800000000000,"id":"","clause":"1","basis":"stated"}\n'
    '{"seq":41,"step":12,"nth":1,"number":41,"parent":40,"cause":"#12.1","by":"p0",'
    '"at":1800000000000,"id":"","clause":"1","basis":"stated"}\n'
)
DICTIONARIES: Final = {1: (_COMMANDS + _EVENTS + _ENVELOPES).encode()}
"""All dictionaries by their numbers; what is most common stands at the end, the shortest way back.
"""

CURRENT: Final = 1
"""The dictionary of new entries."""

_WINDOW: Final = -12
"""Bits of the window, which has room for the dictionary; negative: no header and no checksum."""

_MEMORY: Final = 5
_COMPRESSOR: Final = zlib.compressobj(
    level=6, wbits=_WINDOW, memLevel=_MEMORY, zdict=DICTIONARIES[CURRENT]
)


def compress(data: bytes) -> bytes:
    """Compress with the current dictionary."""
    # To copy a compressor that has read the dictionary is faster than to read it again.
    compressor = _COMPRESSOR.copy()
    return compressor.compress(data) + compressor.flush()


def decompress(data: bytes, dictionary: int) -> bytes:
    """Restore what was compressed with a dictionary; raises `ValueError` if it is damaged."""
    if dictionary not in DICTIONARIES:
        raise ValueError(f"there is no dictionary {dictionary}")
    decompressor = zlib.decompressobj(_WINDOW, DICTIONARIES[dictionary])
    try:
        restored = decompressor.decompress(data)
    except zlib.error as error:
        raise ValueError(str(error)) from error
    if not decompressor.eof or decompressor.unused_data:
        raise ValueError("the data ends too early or too late")
    return restored
