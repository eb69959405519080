"""A game on trial: whether its rules are ones, and keep what they say of themselves.

Modules, lowest first: `fault` (what is wrong, and where), `written` (what can be read off a game), `claims` (what a
rule says that it does not look at), `trial` (what is kept, and how rules are asked), `one_seat` (a deal for one seat
that chooses at random), `dealing` (many of them, and what came of them) and `soundness` (the short trial before a
question about a game of one's own).
"""
