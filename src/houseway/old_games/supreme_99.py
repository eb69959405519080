"""Supreme 99 in the old shape, by the rules of `games/supreme_99.py`."""

from houseway.cards import Cards
from houseway.games import supreme_99 as rules
from houseway.games.supreme_99 import GAME as NEW
from houseway.games.supreme_99 import SPLIT
from houseway.old_game import Bonus, Contest, Deal, Game, HouseWay, Setting, Standing
from houseway.ranking.baccarat import Strength
from houseway.sight import RANKS


def choices(cards: Cards, shown: Cards) -> tuple[Setting, ...]:
    return tuple(map(Setting, SPLIT.cuts(cards)))


def score(setting: Setting) -> tuple[Strength, ...]:
    return SPLIT.strengths(*setting.hands)


def standing(setting: Setting) -> Standing:
    return Standing.LEGAL if SPLIT.may_be_set(setting.hands) else Standing.REFUSED


def settle(mine: tuple[Strength, ...], dealers: tuple[Strength, ...]) -> str:
    return rules.settle(mine, dealers, ())


MAIN, FORTUNES = NEW.wagers

GAME = Game(
    slug=NEW.slug,
    title=NEW.title,
    summary=NEW.summary,
    letters=NEW.letters,
    deal=Deal(seats=NEW.seats, packet=4, dealer_packet=4, rotation=NEW.rotation, number_by=NEW.number_by),
    split=SPLIT,
    choices=choices,
    standing=standing,
    sight=RANKS,
    house_way=HouseWay.of(rules.HOUSE_WAY),
    player_cards=NEW.player_cards,
    wagers=(
        Contest(name=MAIN.name, clause=MAIN.clause, score=score, dealer_score=score, settle=settle),
        Bonus(
            name=FORTUNES.name,
            clause=FORTUNES.clause,
            requires="Standard Bet",
            sight=RANKS,
            judge=rules.pair_fortunes,
        ),
    ),
    paytables=NEW.paytables,
    readings=NEW.readings,
)
