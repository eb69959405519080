"""One kit for deciding: what a command and an event are, how a command is refused, and how accounts move.

A table, a meter and the house are the same machine. `decide(state, actor, command)` answers with events or a refusal,
`evolve(state, event)` folds them, and `journal(event)` says which money they move. Each machine has commands, events,
reasons and rules of its own; what does not depend on them stands here. Pure.
"""
