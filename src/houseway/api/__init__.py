"""The questions of the library, as `houseway.analyze` and its like: what the command line and the screens ask too.

Modules, lowest first: `games` (letters, paytables and house ways, by name or from a file), `figures` (exact, solved
and checked), `play` (of one hand, and in short), `designs` (and variants), `simulation` (and the risk of a table),
`live` (a table at work) and `reports`. What takes long to import stays inside the functions that need it.
"""
