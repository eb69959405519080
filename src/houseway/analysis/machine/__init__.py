"""Whole rounds of any game that is a list of steps, dealt at random and settled from tables.

Before a run the steps become a program: every rule is asked once about all that it can tell apart, and its answers are
tables of integers. The compiled kernel deals, looks up and counts.

Modules, lowest first: `kernel` (deal, look up, count), `sights` (what is told apart of cards), `codes` (instructions
become a program), `columns` (rules become tables), `alike`, `flushes` and `runs` (tables that need not be asked for
whole), `lying` and `piles` (where cards lie), `courses` (what a seat has said and staked), `settings`, `tables` and
`hand_tables` (best play from the tables of a method), `settling` (worths and ends), `choosing` (choices), `meters`
(progressive meters beside the rounds), `rounds` (a game's steps become a program), `batches` (the work in parts),
`money` (what ends are worth), `result` (what was counted beside what is exact), `asked` and `plan` (what is to be
simulated), `policies` and `card` (what a seat does).
"""
