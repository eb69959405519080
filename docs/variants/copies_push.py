"""Supreme 99 in which a copied hand is nobody's."""

from houseway import variant_of


def settle(mine, his, said):
    """One hand won and the other copied is a win; one lost and the other copied is lost; all else is a push."""
    won = sum(my > dealers for my, dealers in zip(mine, his, strict=True))
    lost = sum(my < dealers for my, dealers in zip(mine, his, strict=True))
    if mine == his:
        return "copy both"
    return "win both" if won > lost else "lose" if lost > won else "one each"


GAME = variant_of(
    "supreme-99",
    __file__,
    says="copies push",
    rules={"settle": settle},
    pays={"Standard Bet": {"copy both": "push"}},
    clauses={"S99 11": "A copied hand is nobody's.", "S99 12": "Copying both matchups is a push."},
)
