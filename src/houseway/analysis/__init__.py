"""Exact mathematics: every wager and paytable, the play of the main games, the letters verified."""
