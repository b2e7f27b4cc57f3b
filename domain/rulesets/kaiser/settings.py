"""Table options: the points that the rules leave open, with their defaults."""

from __future__ import annotations

from domain.ruleset.ruleset import open_points

POINTS = open_points("""
2.1.2 intentions revealed: [roll] | declared
    when intentions are shown to all: before the initiative roll, or as they are declared
2.4.1 swift in intention: [all but attacks] | none
    which Swift actions may be done while intentions are declared
2.2 initiative open roll: [yes] | no
    whether a double six on initiative is rolled on
2.2 tie: [ask] | joined
    a tie of roll and value: the referee is asked, or it stays as they joined
3.4 overrun: [flat footed] | lost
    a forced loss larger than the AP left: Flat-Footed, or the rest is simply lost
8.2 counter needs intention: [yes] | no
    whether a Counter needs the Attack intention and uses up one of its attacks
6.1 undefended: [0] | skill
    what stands against an attack that nobody defends: nothing, or the bare skill
1.6 mastery: [no fumble] | as others
    whether a master's double one is a fumble
6.7 beyond range: [-3] | D1
    what a shot beyond the effective range suffers: the text's -3 or the table's D1
12 death: [half] | whole
    dead below minus half of the life points, or below minus all of them
9.2 first tick: [this round] | next round
    which End phase is the first to count a condition down
9.2 recheck rounds: [the spell's] | degree of failure
    how long a condition goes on after a failed recheck, where its spell names rounds
12 charge step: [5] | 4
    how much Strike brings a charge one advantage and one damage more
12 critical by 0: [1] | 0
    the degree of failure of a check that equals the level of a critical
12 guard dice: [D1 D2] | D2 D4
    the disadvantage of guarding another: near, and far by a barrier
2.3 surprise ends: [turn begins] | turn ends
    when a surprise is over: as the turn of the surprised begins, or ends
5 offhand repeats: [no] | yes
    whether an Offhand Attack takes the repeat penalty of the attacks before it
12 fully restrained: [-32] | -20
    what being fully restrained takes off: the table's -32, or the example's -20
6.2 strength of shots: [yes] | no
    whether the Strength modifier counts for what is shot or thrown
12 total attack defence: [roll 0] | no dice
    what a Total Attack leaves of the Defensive Roll: nothing, or all but the dice
12 repeat penalties: [-1 to -4] | -2 to -5
    what each attack after the first suffers, by the size of the weapon
12 restrained: [every action] | freedom of movement
    what being restrained weighs on: every action, or all but casting and phenoms
12 opening acrobatics: [no] | yes
    whether one who leaves may meet an attack on the opening with Acrobatics
12 sunder: [no] | yes
    whether weapons may be sundered
12 mass limit: [10 x MA] | 10 x final MA
    how much mass is held over: by the sheet's Mana Accumulation, or by the round's
12 active needs ap: [no] | yes
    whether an Active action that costs nothing wants some AP left
8.4 sweep most: [everybody] | 2 | 3 | 4 | 5
    at how many a sweep strikes at most
8.5 thrust is an attack: [no] | yes
    whether striking whom one holds at weapon's point uses up one of the attacks
7 pulled from: [batteries] | anybody
    what a transfer pulls mana and ki out of: things that hold some, or anybody
""")
