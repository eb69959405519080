"""Split games solved exactly: a packet set as High, Mid and Low, or as High and Low, against one set by a known policy.

Modules, lowest first: `rules` (pack, sizes, strength), `kernel` (compiling), `combinations` (sets of cards
as integers), `hands` (suit classes), `rankings` (strengths as integers), `tables` (opponents beaten by one setting),
`fronts` (settings and policies), `barred` (packets that nothing is won against), `subsets` (inclusion and exclusion),
`responses` (the answers), `solver`, `one_hand`, `open_play` (against hands that are seen); then `ways` (a house way
followed for all packets) and `solution` (the figures).
"""
