"""What was ever released: the numbers of the rules of procedure, the paytables and the house ways.

A table records under which of them it was opened. A book of an older release is not accused because today's program
decides otherwise; but what no release ever had is a forgery, and an audit must not be switched off by one. Nothing is
taken off these lists: whoever changes a paytable or a house way adds its new digest or label.
"""

from collections.abc import Mapping
from typing import Final

from houseway.rounds import ROUNDS
from houseway.table import terms as today
from houseway.table.terms import Terms, way_label

RULES: Final = (1, 2, 3)

PAYTABLES: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {  # game → name → digests
    "match-em": {
        "Ante": ("0de2a3e4546294ec1ca64c6efbf3a4a0c125ab95c9564a7c044eaf942bbf173b",),
        "Double Down": ("0de2a3e4546294ec1ca64c6efbf3a4a0c125ab95c9564a7c044eaf942bbf173b",),
        "A1": ("01f68c7a3588761e622373610743910030cdfd0d3400571fb97ab2420658d96a",),
        "A2": ("38678bea8b964a3a0e17de17903ca418e01a3b967642edaf3d4247e1fa99f39f",),
        "A3": ("a378b2ca387f65299b3dcdc479a7def0c40a965b3a1cca12bcf78565a44ca738",),
        "B1": ("2558a4dc9552e45792313e025bb414369eb72a198ccafe38e134ad6cf0b9be01",),
        "B2": ("f8b99f0690a07b0cc9a7cf53c3486afa70e32f832fe1facdc48956a766da07a3",),
        "B3": ("5a5e410410a29b349287a203127fcf7a8646fe706f61c057831d9ef0847c352c",),
    },
    "san-lo": {
        "San Lo": ("dc6848e3dcb00c666b9cf77ee51e13ea1f632ce1f4e6a8c0693f5157f2d92668",),
        "Hat Trick": ("2cc0d26886a025a20fc64697f4de05eada8670ff4570c835987ffddc37577452",),
        "FSLP-01": ("b6f0acf77f7738cef267ba5b2e8de72e312fcda5363598d55b8dfdeebd419254",),
        "FSLP-02": ("6fec31c2e458b23c59f944ddacb033322972f7222da61c998d270da10c2e5ed0",),
        "FSLP-03": ("c3c1369eb61bf55c35a43c8c4addd124a18bb50c75654fcde6734f0ad9d238da",),
        "FSLP-04": ("8520e7378b4f350a325d5978db624691dc01584abff617fb1a4a331afcdfdf25",),
        "FSLPP-01": ("bfeadbc3fc080d65433ad98b1ec8eaef1414bdb4a7cbfb5838bde60c63c238e8",),
        "FSLPP-03": ("6c2d81e5e200565b578bbde974e3ad9cd68e93a28fb91e67447a425949d49633",),
    },
    "supreme-99": {
        "S99": ("436c2f311b6e104549b216439cbeb219d2b13f08738c6edc7c4953edf66947a4",),
        "Pair Fortunes": ("5837ada307a50590bc7c86ca31d21a07d79a9745939a3371b83d7f105c890739",),
    },
}

HOUSE_WAYS: Final[Mapping[str, tuple[str, ...]]] = {  # game → labels
    "match-em": ("Match 'Em dealer's hand 2014",),
    "san-lo": ("houseway points card 1 (ours)",),
    "supreme-99": ("Supreme 99 house way 2014",),
}


def unreleased(terms: Terms, paytable_hashes: Mapping[str, str], house_way: str, rules: int) -> str | None:
    """What of the rules that a table says it was opened under was never released; a game of one's own is as it is
    today."""
    if rules not in RULES and rules != today.RULES:
        return f"the rules of procedure {rules}"
    game = ROUNDS.get(terms.game)
    for name, digest in paytable_hashes.items():
        digests = PAYTABLES.get(terms.game, {}).get(name, ())
        if digest not in digests and not (game and name in game.paytables and game.paytables[name].digest == digest):
            return f"this paytable {name}"
    if paytable_hashes.keys() != set(terms.paytables.values()):
        return "a table whose paytables are not those of its terms"
    ways = HOUSE_WAYS.get(terms.game, ())
    return None if house_way in ways or (game and way_label(game) == house_way) else f"the house way {house_way!r}"
