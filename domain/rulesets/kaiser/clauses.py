"""Titles of the clauses of Kaiser RPG."""

from __future__ import annotations

from domain.ruleset.ruleset import read_clauses

CLAUSES = read_clauses("""
1 Dice
1.1 Checks
1.2 Degrees of success
1.3 Open rolls and fumbles
1.4 Resistance checks
1.5 Advantage and disadvantage
1.6 Mastery
1.7 Modifiers that add up
2 Round
2.1 Intention phase
2.1.1 AP of the round
2.1.2 Declaring intentions
2.1.3 When initiative is rolled
2.1.4 Power held over
2.2 Initiative
2.3 Surprise
2.4 Action phase
2.4.1 Your turn, and Swift actions
2.4.2 Ending your turn
2.4.3 Delay
2.4.4 End of the Action phase
2.5 End phase
2.5.1 Countdown of conditions
2.5.2 AP is lost
2.5.3 What comes about in the End phase
2.5.4 Order of the End phase
3 AP and Flat-Footed
3.1 Paying AP
3.2 Complete AP
3.3 Losing AP
3.4 Flat-Footed
3.5 Stamina
3.6 Half-called creatures
4 Intentions
5 Actions
6 Attacks and damage
6.1 Offensive and Defensive Rolls
6.2 Damage
6.3 Miss and Counter bonus
6.4 Ties of attacks
6.5 Criticals
6.6 Life points
6.7 Range and cover
7 Mana, ki and phenoms
8 Reactions
8.1 Who may not react
8.2 Counters and Attack actions
8.3 Reactions to reactions
8.4 Sweeping
8.5 Weapon's Point
9 Conditions
9.1 Resisting a condition
9.2 Countdown and new checks
9.3 When the power ends
9.4 Immunity
9.5 Conditions that add up
9.6 States
12 Settled by the table
""")
