"""Match 'Em Hi Lo in the old shape, by the rules of `games/match_em.py`."""

from houseway.cards import Cards
from houseway.game import SEAT, Seen
from houseway.games import match_em as rules
from houseway.games.match_em import GAME as NEW
from houseway.games.match_em import HI, LO
from houseway.old_game import Bonus, Contest, Deal, Game, HouseWay, Setting
from houseway.sight import FACES, MATCHES, Grades

POINTS = Grades("points", rules.points)


def choices(cards: Cards, shown: Cards) -> tuple[Setting, ...]:
    return tuple(Setting((cards,), word, adds) for adds in ((), ("Double Down",)) for word in (HI, LO))


def _seen(cards: Cards, decks: int = 1) -> Seen:
    return Seen(pack=NEW.pack(decks), lying={SEAT.place: cards})


def silent(cards: Cards, decks: int) -> Setting:
    return Setting((cards,), HI if rules.is_better_high(_seen(cards, decks)) else LO)


def score(setting: Setting) -> tuple[str, int]:
    high, low = rules.high_and_low(setting.cards)
    return setting.word, high if setting.word == HI else low


def dealer_score(setting: Setting) -> tuple[int, int]:
    return rules.dealers_high_and_low(*setting.hands)


def tell(setting: Setting) -> str:
    return "{} {}".format(*score(setting)) if setting.word else "HI {}, LO {}".format(*dealer_score(setting))


def settle(mine: tuple[str, int], dealers: tuple[int, int]) -> str:
    word, total = mine
    return rules.settle((total, total), dealers, (word,))


ANTE, DOUBLE, MATCH, POKER = NEW.wagers

GAME = Game(
    slug=NEW.slug,
    title=NEW.title,
    summary=NEW.summary,
    letters=NEW.letters,
    deal=Deal(seats=NEW.seats, packet=3, dealer_packet=5, rotation=NEW.rotation, decks=NEW.decks),
    choices=choices,
    dealer_hands=NEW.dealer_hands,
    glance=lambda cards, shown: rules.glance(_seen(cards)),
    glance_at="total, aces as 1",
    silent=silent,
    tell=tell,
    sight=POINTS,
    house_way=HouseWay.of(rules.DEALERS_HAND),
    wagers=(
        Contest(name=ANTE.name, clause=ANTE.clause, score=score, dealer_score=dealer_score, settle=settle),
        Contest(
            name=DOUBLE.name,
            clause=DOUBLE.clause,
            requires="Ante",
            equals="Ante",
            score=score,
            dealer_score=dealer_score,
            settle=settle,
        ),
        Bonus(name=MATCH.name, clause=MATCH.clause, requires="Ante", sight=MATCHES, judge=rules.match_bonus),
        Bonus(name=POKER.name, clause=POKER.clause, requires="Ante", sight=FACES, judge=rules.poker_line),
    ),
    paytables=NEW.paytables,
)
