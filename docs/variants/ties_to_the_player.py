"""Supreme 99 in which the player wins copies."""

from houseway import variant_of


def settle(mine, his, said):
    won = sum(my >= dealers for my, dealers in zip(mine, his, strict=True))
    return ("lose", "one each", "win both")[won]


GAME = variant_of(
    "supreme-99",
    __file__,
    says="the player wins copies",
    rules={"settle": settle},
    pays={"Standard Bet": {"copy both": "lose"}},  # the line is gone: nothing ends in it
)
