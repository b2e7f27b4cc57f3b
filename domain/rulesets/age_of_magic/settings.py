"""What the book leaves open, as settings of a table with defaults, and titles of its clauses."""

from __future__ import annotations

from domain.ruleset.ruleset import open_points, read_clauses

DICE = " | ".join(map(str, range(1, 20)))
POINTS = open_points(f"""
1.3 points per die: [as printed] | 3 | 3 1/2
    what each risked die takes off; as printed, 3 1/2 of initiative and 3 of any other roll
1.5 most dice: {DICE} | [20]
    how many dice may be risked on a roll
6.3 tie: [attack] | defence
    who wins attack against defence
1.8 opposed tie: [who resists] | who acts
    who wins any other tie of two rolls, as when a hold is to be broken
2 rolled first: [initiative] | AP
    which of the two rolls of a combat turn comes first
I-4 unable phase: [forfeited] | forfeited last
    whether those who cannot act forfeit their phase at once, or when all others have had theirs
3.3 half ap: [kept] | rounded down | rounded up
    what becomes of the half of an AP: kept but no use alone, or rounded as it is rolled
3.3 ap paid: [done] | declared
    whether a reaction is paid when it is done, or when it is declared and for good
3.5 follow ap: [1] | 2 | 3 | 4 | 5
    the AP of following a mover
3.5 parry ap: [1] | 2 | 3
    what a parry costs
3.6 lock lasts: [blows] | turn
    a block locks weapons until the blows are over, or the combat turn
6.6 hit by half: [down] | up
    how half of an odd margin is rounded
7.1 pain gap: [worse] | better
    which band a pain reaction of 1/2, 3 1/2 or 6 1/2 belongs to
7.3 knock back gap: [better] | worse
    which band a knock back failed by 6 or 6 1/2 belongs to
6.9 first suffered: [pain] | knock back
    whether the pain reaction or the knock back comes first
5.13 disabled actor: [void] | continues
    what becomes of the manoeuvre of somebody whom a reaction to it disables
3.5 fast draw otherwise: [no] | -4 | -3 | -2 | -1 | 0 | 1
    what a fast draw adds for a size and place that are not printed, if it may be tried
3.5 fast draw short: [refused] | tried
    whether those with fewer than 3 AP may try a fast draw; one too dear takes all their AP
3.5 fast draw fumble: [not drawn] | dropped
    what becomes of the weapon when a fast draw is fumbled
7.6 initially: [after soak] | before soak
    which level of a wound says whether it disables
7.6 useless limb: [fails] | serves
    whether a broken or disabled limb lets go, lets fall and is of no use
7.5 impaled otherwise: [-2] | 0 | -1 | -3 | -4 | -5
    what a stuck weapon that is not in the list takes off CO rolls
7.7 fight: [goes on] | is over
    whether the fight is over: then shock, keeping going and careful hands have their place
7.7 treat ap: 1 | 2 | [3] | 4 | 5
    the AP of first aid
7.4 stand up ap: 1 | [2] | 3 | 4 | 5
    the AP of standing up
7.4 prone may: [kick] | anything
    what the prone may do: no footwork, and no blow or shot but kicks; or anything
7.4 prone rolls: [0] | -1 | -2 | -3 | -4
    what lying down takes off attack and defence
3.7 unarmed: [trained] | everybody | no
    who uses the unarmed manoeuvres: whose sheet has Martial arts, everybody, or nobody
3.7 arm grab ap: [1] | 2 | 3 | 4 | 5
    the AP of an arm grab
3.7 arm lock ap: [1] | 2 | 3 | 4 | 5
    the AP of an arm lock
3.7 arm lock: [follow on] | action too
    whether an arm is locked only as it is grabbed, or in a later action as well
3.7 head lock ap: [1] | 2 | 3 | 4 | 5
    the AP of a head lock
3.7 forearm block ap: [1] | 2 | 3 | 4 | 5
    the AP of a forearm block
6.2 forearm block adds: [0] | 1 | 2 | 3 | 4
    what a forearm block adds to Martial arts
7.9 break hold ap: 1 | [2] | 3 | 4 | 5
    the AP of breaking a hold
7.9 break hold: [rolls] | referee
    a hold is broken by the higher roll of Martial arts and ST, or as the referee rules
I-4 late joiner: [waits] | joins in
    whether who comes in mid-turn waits for the next, or rolls and has a phase in this one
7.9 lock weighs: [attacks] | all rolls
    on what the owner of a lock has 2 less
3.8 defence against shots: [any] | dodge | none
    which defences there are against what is thrown or shot
3.8 shot against: [both] | defence
    whether a shot that is defended against must reach its difficulty as well
3.8 aim of shots: [modifier] | size
    whether a shot at a part of the body has its aim modifier, or only the size of the target
6.4 aim mounted: [printed] | none
    which aim modifiers there are between mounted and foot
7.10 set ends: [any defence] | movement
    what ends being set: any defence of the fighter, or only one that moves
3.8 aimed fire ends: [aim] | set
    whether aimed fire ends the aim, or being set as well
3.5 mounting ap: 1 | [2] | 3 | 4 | 5
    the AP of getting on or off a mount
3.2 control ap: 0 | [1] | 2 | 3
    what controlling a mount costs
6.11 height counts: [always] | on foot
    whether the height of the saddle counts against another rider
8.3 ap if prepared before: 0 | 1 | [2] | 3 | 5
    what it costs in combat to cast what was prepared before
8.3 wound interrupts: [no] | yes
    whether a wound interrupts casting for 5 AP
8.5 defence against spells: [any] | dodge | none
    which defences there are against an attack enchantment
3.3 carry over: [no] | yes
    whether unspent AP are kept
""")

CLAUSES = read_clauses("""
1 Skill rolls
1.1 Skill and characteristic
1.2 Risking dice
1.3 Points for each risked die
1.4 Results above the basic value
1.5 Most dice that may be risked
1.6 Sixes and ones
1.7 Difficulty
1.8 Ties of opposed rolls
1.9 Fumbles
1.10 Penalties on all rolls
2 Sequence of play
2.1 Beginning of a combat turn
2.2 Choosing who has a phase
2.3 Actions of a phase
2.4 End of a phase
2.5 End of a combat turn
I-1 One phase in each combat turn
I-2 One open phase at a time
I-3 Rolled anew each combat turn
I-4 Who joins late or cannot act
3 Action points and manoeuvres
3.1 Rolling for action points
3.2 Riders and mounts
3.3 Spending action points
3.4 Losing action points
3.5 Basic manoeuvres
3.6 Follow-ons and locked weapons
3.7 Unarmed manoeuvres
3.8 Ranged manoeuvres
4 Initiative and phases
4.1 Initiative
4.2 What initiative decides
4.3 Ties of initiative
4.4 Who takes a phase now
4.5 Not now
4.6 Order of phases
5 Reactions and follow-ons
5.1 Who may react
5.2 What a reaction may answer
5.3 Reaction or follow-on
5.4 Acts within acts
5.5 Order of reactions
5.6 Dropping a declared reaction
5.7 When a reaction comes
5.8 One defence, then one soak
5.9 Attacking who comes near
5.10 Answering an attack with an attack
5.11 Weapons drawn at once
5.12 Trampling
5.13 Actions that become impossible
6 Attacks
6.1 Attack roll
6.2 Defence roll
6.3 Hit or miss
6.4 Aiming at a place
6.5 Mutual attack
6.6 Damage
6.7 Wounds
6.8 Soak
6.9 What follows a wound first
6.10 Weapons
6.11 Attacks from the saddle
7 Conditions
7.1 Pain
7.2 Wounds
7.3 Knock-back
7.4 Prone
7.5 Impaled weapons
7.6 Disabilities
7.7 Shock, first aid and death
7.8 Tiredness
7.9 Holds and locks
7.10 Set, locked and unready
7.11 Surprise
7.12 Healing
8 Magic
8.1 Limits of magic
8.2 Magic is an action
8.3 Ways to cast
8.4 Difficulty of a spell
8.5 Attack spells
8.6 Resistance spells
8.7 Skills of magic
""")
"""The titles of the clauses."""
