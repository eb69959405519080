"""The mathematics, for people: for every game and paytable the exact figures, how to play, and the letters verified.

Whatever is called exact on a page comes from the analysis as a fraction; sliders choose between figures that were sent
along, or evaluate the exact coefficients of a meter in whole numbers.

Modules, lowest first: `figures` (how they are shown), `sliders` (a meter to move), `contents` (the pages and what they
hold). The figures themselves come from `web.workings`.
"""

from houseway.web.mathematics.contents import routes

__all__ = ["routes"]
