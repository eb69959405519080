"""The mathematics, for people: for every game and paytable the exact figures, how to play, and the letters verified.

Whatever is called exact on a page comes from the analysis as a fraction; sliders choose between figures that were sent
along, or evaluate the exact coefficients of a meter in whole numbers.

Modules, lowest first: `shoes` (a wager's figures for every number of decks), `figures` (how they are shown), `sliders`
(a meter to move), `contents` (where the pages are and what they hold), `routes` (the pages).
"""

from houseway.web.mathematics.routes import routes

__all__ = ["routes"]
