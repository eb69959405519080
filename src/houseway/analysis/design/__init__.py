"""Paytables from figures: whole pays whose edge, hit frequency and variance are those asked for.

The rules fix how often each line comes; a paytable only says what it pays. So the edge of a wager without choices is
linear in the pays, and every monotone table of allowed pays is looked at: from the lowest line to the highest, leaving
out whatever can no longer reach the edge. Where play depends on the pays, best play is found anew for every table.

Modules, lowest first: `targets` (the figures asked for), `task` (what any pays for a wager's lines come to, where
how often a line comes is fixed), `replay` (the same with best play found anew), `search` (the tables near the edge)
and `designing` (which of them is the better).
"""
