"""Long work: cut into parts, done on all cores or on a cluster, kept on disk, and gone on with after a break.

Modules, lowest first: `key` (what names a kept result), `kept` (files that are whole or not there), `engine` (parts,
cores or a cluster, progress, stopping); then the kinds of work: `solving` (a split game against a house way),
`whole_tables` (all seats counted together), `line_tables` (every class of a wager's cards judged), `ends` (how rounds
end), `knowing` (a player who knows more cards), `strategies` (short ones, to learn), `plays` (how the
seats of a simulation play) and `simulating` (rounds dealt at random).
"""
