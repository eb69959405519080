"""The mathematics report of a game: all that a regulator's mathematician asks for, from the analysis alone.

Every number in it is formatted here from a figure of the analysis or from the game's own definition; none is typed.

Modules, lowest first: `subject` (all that is to be said); then the chapters in their order: `rules` (and the house
way), `method` (with assumptions and definitions), `paytables` (every line of every wager, and as fractions), `readings`
(the lines under which published figures follow), `varies` (with decks, seats and meter), `strategy`, `combined` (wagers
that share a choice), `full_table` (wagers and seats together), `protection` (cards that are seen, seats that share),
`par_sheet`, `sensitivity`, `progressive`, `simulation`, `findings` (the letter's figures); and `report`, which puts
them together between the first page, the hashes and the lines to be signed. A new chapter is a module with a function
from the subject to a section, named in `report`.
"""

from houseway.reports.mathematics.progressive import progressive_section
from houseway.reports.mathematics.report import TITLE, document
from houseway.reports.mathematics.rules import clauses_of
from houseway.reports.mathematics.subject import Mathematics

__all__ = ["TITLE", "Mathematics", "clauses_of", "document", "progressive_section"]
