"""The questions of the library, as `houseway.analyze` and its like: what the command line and the screens ask too.

Modules, lowest first: `games` (with their letters and paytables, by name or from a file), `ways` (house ways from
files), `solution` (a game with a solver of its own), `figures` (the exact figures of wagers), `play` (of one hand, and
in short), `checks` (of letters and house ways), `designs` (paytables from figures), `variants` (side by side),
`simulation`, `table_risk` and `reports`. What takes long to import stays inside the functions that need it.
"""
