"""Fortune San Lo Poker in the old shape, by the rules of `games/san_lo.py`."""

from houseway.cards import Cards
from houseway.games import san_lo as rules
from houseway.games.san_lo import GAME as NEW
from houseway.games.san_lo import SPLIT
from houseway.old_game import LOSE, Bonus, Contest, Deal, Game, HouseWay, Setting, Standing
from houseway.ranking import best_five
from houseway.ranking.split_poker import Strength


def choices(cards: Cards, shown: Cards) -> tuple[Setting, ...]:
    return tuple(map(Setting, SPLIT.cuts(cards)))


def strengths(setting: Setting) -> tuple[Strength, ...]:
    return SPLIT.strengths(*setting.hands)


def standing(setting: Setting) -> Standing:
    return Standing.LEGAL if SPLIT.may_be_set(setting.hands) else Standing.FOUL


def score(setting: Setting) -> tuple[Strength, ...]:
    """The three strengths; a fouled hand has none and so wins nothing."""
    return strengths(setting) if standing(setting) is Standing.LEGAL else ()


def main_bet(mine: tuple[Strength, ...], dealers: tuple[Strength, ...]) -> str:
    return "two or three matchups" if rules.matchups_won(mine, dealers) >= 2 else LOSE


def hat_trick(mine: tuple[Strength, ...], dealers: tuple[Strength, ...]) -> str:
    return "all three matchups" if rules.matchups_won(mine, dealers) == 3 else LOSE


MAIN, HAT_TRICK, FORTUNE, PROGRESSIVE = NEW.wagers

GAME = Game(
    slug=NEW.slug,
    title=NEW.title,
    summary=NEW.summary,
    letters=NEW.letters,
    deal=Deal(
        seats=NEW.seats, packet=6, dealer_packet=6, rotation=NEW.rotation, number_by=NEW.number_by, joker=NEW.joker
    ),
    split=SPLIT,
    choices=choices,
    standing=standing,
    house_way=HouseWay.of(rules.HOUSE_WAY),
    player_cards=NEW.player_cards,
    wagers=(
        Contest(name=MAIN.name, clause=MAIN.clause, score=score, dealer_score=score, settle=main_bet, matchups=2),
        Contest(
            name=HAT_TRICK.name,
            clause=HAT_TRICK.clause,
            requires="Main Bet",
            at_most="Main Bet",
            score=score,
            dealer_score=score,
            settle=hat_trick,
            matchups=3,
        ),
        Bonus(
            name=FORTUNE.name,
            clause=FORTUNE.clause,
            requires="Main Bet",
            sight=best_five.SIGHT,
            judge=rules.by_best_five,
        ),
        Bonus(
            name=PROGRESSIVE.name,
            clause=PROGRESSIVE.clause,
            requires="Main Bet",
            sight=best_five.SIGHT,
            judge=rules.by_best_five,
            progressive=True,
        ),
    ),
    paytables=NEW.paytables,
    readings=NEW.readings,
)
