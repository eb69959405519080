"""Whole rounds dealt at random and settled from tables.

A round is one deal of the table: every seat and the dealer from one shuffled pack. Before a run the game's own
readable functions fill integer tables; the compiled kernel deals, looks up and counts, and knows no rule. What a
batch of rounds comes to are integers that add up in any order.

Modules, lowest first: `looks` (cards to classes), `tables` (classes to how wagers end), `kernel` (deal and count),
`batches` (the work, cut so that any number of workers comes to the same integers), `meters` (progressive awards
through the real controller), `card` (a strategy in words from a file), `result` (means, errors, z).
"""
