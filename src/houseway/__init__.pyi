# The names of the library, each imported from its home: the one list that people, type checkers and `__init__.py` read.
# ruff: noqa: I001, RUF022 (the order is that of the reference page, docs/reference.md)

__version__: str

# ---- Cards and games
from houseway.cards import (
    Card as Card,
    Cards as Cards,
    Pack as Pack,
    parse as parse,
    show as show,
)
from houseway.game import (
    Game as Game,
    Deal as Deal,
    Choice as Choice,
    Option as Option,
    Seen as Seen,
    Hand as Hand,
    Wager as Wager,
    Contest as Contest,
    Bonus as Bonus,
)
from houseway.ways.split import Split as Split
from houseway.ways.house_way import HouseWay as HouseWay
from houseway.paytable import (
    Paytable as Paytable,
    Pay as Pay,
    Odds as Odds,
    MeterTerms as MeterTerms,
)
from houseway.letters.letter import Letter as Letter, Entry as Entry
from houseway.letters.published import PublishedFigures as PublishedFigures, Published as Published
from houseway.letters.reading import Reading as Reading
from houseway.ways.way import Way as Way
from houseway.faults import FileFaults as FileFaults

# ---- Questions
from houseway.api.games import (
    list_games as list_games,
    listed as listed,
    find_letter as find_letter,
    room_way as room_way,
)
from houseway.api.figures import (
    analyze as analyze,
    meters as meters,
    verify as verify,
    check_way as check_way,
    solve as solve,
)
from houseway.work.engine import Progress as Progress, Stop as Stop
from houseway.api.play import decide as decide, advise as advise, strategy as strategy
from houseway.api.designs import design as design, whatif as whatif, compare as compare
from houseway.games.variant import variant_of as variant_of
from houseway.api.protection import without as without, effects as effects, linear_counts as linear_counts
from houseway.api.protection import count as count, counters as counters
from houseway.api.knowing import knowing as knowing, collusion as collusion
from houseway.api.dealer_errors import mispaid as mispaid, misset as misset, mistakes as mistakes
from houseway.api.simulation import simulate as simulate, risk as risk
from houseway.api.money import hours as hours, session as session, promo as promo
from houseway.api.reports import mathematics as mathematics
from houseway.reports.shapes import frame as frame

# ---- Table and meter
from houseway.api.live import LiveTable as LiveTable
from houseway.progressive.live import LiveMeter as LiveMeter
from houseway.role import Role as Role, Actor as Actor, Seat as Seat
from houseway.deciding.refusal import Refusal as Refusal
from houseway.deciding.live import CommandRefused as CommandRefused
from houseway.money import Cents as Cents, Micros as Micros, dollars as dollars
from houseway.table.state import Table as Table, Round as Round
from houseway.table.spot import Spot as Spot, PlayedHand as PlayedHand
from houseway.table.terms import Terms as Terms
from houseway.table.room_way import RoomWay as RoomWay
from houseway.table.events import Result as Result
from houseway.table.commands import (
    Stage as Stage,
    TakeSeat as TakeSeat,
    LeaveSeat as LeaveSeat,
    BuyIn as BuyIn,
    CashOut as CashOut,
    PlaceWager as PlaceWager,
    TakeBackWager as TakeBackWager,
    CutCards as CutCards,
    Choose as Choose,
    AskHouseWay as AskHouseWay,
)
from houseway.progressive.state import Controller as Controller
from houseway.progressive.meter import Meter as Meter, MeterSettings as MeterSettings
from houseway.progressive.wins import Win as Win
from houseway.progressive.events import AwardPaid as AwardPaid
from houseway.progressive.commands import (
    Status as Status,
    OpenMeter as OpenMeter,
    CoinIn as CoinIn,
    PayWins as PayWins,
    Suspend as Suspend,
    Resume as Resume,
)

# ---- Answers
from houseway.letters.listed import Listed as Listed
from houseway.analysis.figures import Figures as Figures, Line as Line
from houseway.analysis.progressive import Progressive as Progressive
from houseway.analysis.verify import Finding as Finding
from houseway.analysis.way_check import WayCheck as WayCheck, Price as Price
from houseway.analysis.split.solution import Solution as Solution, Difference as Difference
from houseway.analysis.exact.options import Options as Options, Ranking as Ranking, Worth as Worth
from houseway.analysis.exact.ends import Ends as Ends, End as End
from houseway.analysis.advice import Advice as Advice, Judged as Judged, Prospect as Prospect
from houseway.analysis.strategy import Strategy as Strategy, StrategyRow as StrategyRow, Length as Length
from houseway.analysis.design.targets import Target as Target, Wanted as Wanted
from houseway.analysis.design.designing import Design as Design, Candidate as Candidate
from houseway.analysis.design.targets import parse_target as parse_target, Top as Top, parse_top as parse_top
from houseway.analysis.whatif import Variant as Variant, Compared as Compared, Distance as Distance
from houseway.analysis.machine.result import (
    Simulation as Simulation,
    Measured as Measured,
    Ended as Ended,
    Spread as Spread,
)
from houseway.analysis.machine.meters import MeterRun as MeterRun
from houseway.analysis.risk import Risk as Risk, Exposure as Exposure, Tray as Tray
from houseway.analysis.costliest import Worst as Worst
from houseway.analysis.joint.pairs import Pairs as Pairs
from houseway.analysis.card_effects import Effect as Effect
from houseway.analysis.linear_count import LinearCount as LinearCount, Tag as Tag
from houseway.analysis.penetration import Counted as Counted
from houseway.analysis.gain import Gain as Gain
from houseway.analysis.exact.knowledge import Knowledge as Knowledge
from houseway.analysis.mispaid import Mispaid as Mispaid
from houseway.analysis.misset import Misset as Misset, SkippedRule as SkippedRule
from houseway.analysis.mistakes import Mistakes as Mistakes
from houseway.analysis.hours import (
    Hours as Hours,
    Pace as Pace,
    TopAward as TopAward,
    MeterGrowth as MeterGrowth,
    SampledShare as SampledShare,
)
from houseway.analysis.sums import RoundSums as RoundSums, Bounds as Bounds, Lattice as Lattice
from houseway.analysis.session import (
    PlayerSession as PlayerSession,
    SessionPlan as SessionPlan,
    SessionEnds as SessionEnds,
    Rebate as Rebate,
)
from houseway.analysis.promotion import Promotion as Promotion
from houseway.reports.mathematics import Mathematics as Mathematics
from houseway.analysis.combined_play import CombinedPlay as CombinedPlay, PlayedFor as PlayedFor
from houseway.analysis.covariance import Covariance as Covariance
from houseway.analysis.sensitivity import Sensitivity as Sensitivity, PayEffect as PayEffect
from houseway.analysis.verify import ReadSo as ReadSo
from houseway.analysis.wager_nets import WagerColumn as WagerColumn
from houseway.analysis.play_costs import PlayCost as PlayCost
from houseway.analysis.meter_life import (
    MeterLife as MeterLife,
    AwardDistribution as AwardDistribution,
    Between as Between,
)

# Type checkers know `__all__` only where it is written out; a test holds it to the names above.
# fmt: off
__all__ = [
    "Card", "Cards", "Pack", "parse", "show", "Game", "Deal", "Choice", "Option", "Seen", "Hand", "Wager", "Contest",
    "Bonus", "Split", "HouseWay", "Paytable", "Pay", "Odds", "MeterTerms", "Letter", "Entry", "PublishedFigures",
    "Published", "Reading", "Way", "FileFaults", "list_games", "listed", "find_letter", "room_way", "analyze", "meters",
    "verify", "check_way", "solve", "Progress", "Stop", "decide", "advise", "strategy", "design", "whatif",
    "compare", "variant_of", "without", "effects", "linear_counts", "count", "counters", "knowing", "collusion",
    "mispaid", "misset", "mistakes", "simulate", "risk", "hours", "session", "promo", "mathematics", "frame",
    "LiveTable", "LiveMeter", "Role", "Actor", "Seat",
    "Refusal", "CommandRefused", "Cents", "Micros", "dollars", "Table", "Round", "Spot", "PlayedHand", "Terms",
    "RoomWay", "Result", "Stage", "TakeSeat", "LeaveSeat", "BuyIn", "CashOut", "PlaceWager", "TakeBackWager",
    "CutCards", "Choose", "AskHouseWay", "Controller", "Meter", "MeterSettings", "Win", "AwardPaid", "Status",
    "OpenMeter", "CoinIn", "PayWins", "Suspend", "Resume", "Listed", "Figures", "Line", "Progressive", "Finding",
    "WayCheck", "Price", "Solution", "Difference", "Options", "Ranking", "Worth", "Ends", "End", "Advice", "Judged",
    "Prospect", "Strategy", "StrategyRow", "Length", "Target", "Wanted", "Design", "Candidate", "parse_target",
    "Top", "parse_top",
    "Variant", "Compared", "Distance",
    "Simulation", "Measured", "Ended", "Spread", "MeterRun", "Risk", "Exposure", "Tray", "Worst",
    "Pairs", "Effect", "LinearCount", "Tag", "Counted", "Gain", "Knowledge", "Mispaid", "Misset", "SkippedRule",
    "Mistakes", "Hours", "Pace", "TopAward", "MeterGrowth", "SampledShare", "RoundSums", "Bounds", "Lattice",
    "PlayerSession", "SessionPlan", "SessionEnds", "Rebate", "Promotion", "Mathematics", "CombinedPlay", "PlayedFor",
    "Covariance", "Sensitivity", "PayEffect", "ReadSo", "WagerColumn", "PlayCost", "MeterLife", "AwardDistribution",
    "Between",
]
# fmt: on
