"""Split games solved exactly: a packet set as High, Mid and Low against one set by a known policy.

Modules, lowest first: `rules` (pack, sizes, strength), `kernel` (compiling), `combinations` (sets of cards
as integers), `hands` (suit classes), `rankings` (strengths as integers), `fronts` (settings and policies),
`tables` (opponents beaten by one setting), `subsets` (inclusion and exclusion), `responses` (the
answers), `solver`, `one_hand`; then `ways` (a house way followed for all packets) and `solution` (the figures).
"""
