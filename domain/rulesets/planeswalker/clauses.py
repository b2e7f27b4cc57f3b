"""Titles of the clauses of Magic: the Gathering RPG."""

from __future__ import annotations

from domain.ruleset.ruleset import read_clauses

CLAUSES = read_clauses("""
1 Dice and stats
1.1 Rolls of a stat
1.2 Stats of a mage
1.3 State of a mage
1.4 Creatures
1.5 Levels of fight
2 Range zones
3 Order of turns
3.1 Highest Speed first
3.2 Fixed order
3.3 Delaying a turn
3.4 Turns of creatures
3.5 Joining late
4 The turn
4.1 Channeling phase
4.2 Upkeep
4.3 Main phase
4.4 When engagements are fought
4.5 End phase
5 Spells and answers
5.1 Where spells are
5.2 Casting a spell
5.3 Instants
5.4 Answering a spell
5.5 Split second
5.6 Answers to answers
5.7 Answering a command
5.8 Characters and creatures
6 Locked combat
6.1 Attacker and target
6.2 Intercepting
6.3 Attack
6.4 Striking back
6.5 Broken Toughness
6.6 Death of a creature
6.7 Off guard
6.8 Keywords
6.9 Modification of 2015
7 Flight, defeat and end
7.1 Fleeing
7.2 Fast flight
7.3 Defeat
7.4 End of combat
10 Settled by the table
""")
