"""Whole rounds of any game that is a list of steps, dealt at random and settled from tables.

Before a run the steps become a program: every rule is asked once about all that it can tell apart, and its answers are
tables of integers. The compiled kernel deals, looks up and counts.

Modules, lowest first: `kernel` (deal, look up, count), `sights` (what is told apart of cards), `columns` (rules become
tables, and tables a program), `flushes` and `runs` (tables of a shape of their own), `lying` (where cards lie),
`courses` (what a seat has said and staked), `rounds` (a game's steps become a program), `policies` (what a seat does),
`batches` (the work in parts), `money` (what ends are worth), `measured` (what was counted beside what is exact).
"""
