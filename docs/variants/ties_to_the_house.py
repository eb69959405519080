"""Match 'Em in which the house wins ties."""

from houseway import variant_of
from houseway.game import LOSE
from houseway.games.match_em import HI


def settle(mine, his, said):
    won = mine[0] > his[0] if said[-1].startswith(HI) else mine[1] < his[1]
    return "win" if won else LOSE


GAME = variant_of("match-em", __file__, says="the house wins ties", rules={"settle": settle})
