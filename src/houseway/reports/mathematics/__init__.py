"""The mathematics report of a game: all that a regulator's mathematician asks for, from the analysis alone.

Every number in it is formatted here from a figure of the analysis or from the game's own definition; none is typed.

Modules, lowest first: `known` (all that is to be said), `numbers` (how exact figures are printed), `front` (the first
page); then the chapters in their order: `rules`, `house_way`, `paytables` (every line of every wager, by decks, and as
fractions), `strategy`, `progressive`, `simulation`, `findings` (the letter's figures), `hashes`; and `report`, which
puts them together.
"""

from houseway.reports.mathematics.front import NOTICE, TITLE
from houseway.reports.mathematics.known import Mathematics
from houseway.reports.mathematics.progressive import progressive_section
from houseway.reports.mathematics.report import document
from houseway.reports.mathematics.rules import clauses_of

__all__ = ["NOTICE", "TITLE", "Mathematics", "clauses_of", "document", "progressive_section"]
