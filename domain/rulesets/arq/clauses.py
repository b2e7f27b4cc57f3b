"""Titles of the clauses of ARQ."""

from __future__ import annotations

from domain.ruleset.ruleset import read_clauses

CLAUSES = read_clauses("""
1 Cards and tests
1.1 Decks of the players
1.2 Extra cards
1.3 Tests
1.4 Ties
1.5 Only players test
1.6 Traits
1.7 Wounds
1.8 Drawing and reshuffling
2 Sequence of play
2.1 One action and one move each
2.2 Foes first, then characters
2.3 Conflicts of order
2.4 Melee is simultaneous
2.5 Playing with the activation deck
2.6 Surprise
3 Turn order
3.1 Free order
3.2 Activation deck
4 Dash tests
4.1 Calling a dash test
4.2 Who goes first
4.3 Traits of a dash test
4.4 Who draws
4.5 Meeting half way
4.6 Who loses a dash test
5 Movement, threat and blunder
5.1 Moving up to your speed
5.2 Threat
5.3 Stopping beside an enemy
5.4 Blundering on
5.5 Free manoeuvre against a blunder
5.6 Leaving an enemy
5.7 Adjacent squares
5.8 Engaged
6 Pairings
6.1 Everybody is paired
6.2 Legal pairings
6.2.1 Only adjacent enemies are paired
6.2.2 Nobody stays unpaired
6.2.3 No needless pairing
6.2.4 The bigger side is paired once
6.2.5 No crossing
6.2.6 Beneath contempt
6.2.7 Where no pairing is legal
7 Melee
7.1 Opposed melee tests
7.2 Victor and defeated
7.3 All results at once
7.4 One pairing after the other
7.5 Ganged up
7.6 Effect of being ganged up
7.7 Pick
8 Reactions and conditions
9 End of the round
9.1 Marks of a round are cleared
""")
