"""The mathematics report of a game: all that a regulator's mathematician asks for, from the analysis alone.

Every number in it is formatted here from a figure of the analysis or from the game's own definition; none is typed.

Modules, lowest first: `subject` (all that is to be said); then the chapters in their order: `rules` (and the house
way), `paytables` (every line of every wager, by decks, and as fractions), `strategy`, `progressive`, `simulation`,
`findings` (the letter's figures); and `report`, which puts them together between the first page and the hashes.
"""

from houseway.reports.mathematics.progressive import progressive_section
from houseway.reports.mathematics.report import TITLE, document
from houseway.reports.mathematics.rules import clauses_of
from houseway.reports.mathematics.subject import Mathematics

__all__ = ["TITLE", "Mathematics", "clauses_of", "document", "progressive_section"]
