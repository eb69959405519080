"""What was ever released: the numbers of the rules of procedure, the games, the paytables and the house ways.

A table records under which of them it was opened. A book of an older release is not accused because today's program
decides otherwise; but what no release ever had is a forgery, and an audit must not be switched off by one. Nothing is
taken off these lists: whoever changes a game, a paytable or a house way adds its new digest or label.
"""

from collections.abc import Mapping
from typing import Final

from houseway.rounds import HASHES, ROUNDS
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
    "casino-war": {
        "Ante": ("0e92ce74644687064e81bfa9b9f1a41a2423c875a1016b0f4c36a6b7c7b66176",),
        "War": ("bf4d7bb76f7d3bd5aebe3c4e5509d5f91ef05631d6d86da98b302d47c74828dc",),
        "War with a bonus": ("8d708bfdfad7f44bac63bdd295e0175638639b2b2a6fd993bb2703caeafa30b8",),
        "Tie": ("392c4c7f4518bb81e93069020e5163602993459c4c832e9e2654de21e67bdcaf",),
        "Tie at 11": ("7cc6550c66d9892181d060eb2df2e40f230701e5a2ab2d93292a3c0d4872a419",),
    },
    "ez-baccarat": {
        "Banker": ("778fae9731666c915442d2ac04d60d7545fd195a415f58d674af426fa4a71b9a",),
        "Player": ("0b96cdb7157f3d5e252b87e98936b44354c6ba0b0e27e07effda8ea834478799",),
        "Tie": ("94cec3f8bb5b7d721ff7002054fcb55a4e41822a864620f3e093c0d7c7aff9db",),
        "Dragon 7": ("41e81e2f88814b4a03a3f0377669f67eda49f6c98703f1f73a9d42d7e0c8a1f1",),
        "Panda 8": ("edb876635df35d178c801ce75ca41aa8f45a08b9b188d82fb524d717a09c68fd",),
    },
    "let-it-ride": {
        "Let It Ride": ("377e72d2a62e206ce37e305dc21e5680b5322d3b99559e5febd397ad1cc8637f",),
        "Let It Ride 500-100-25": ("da1b2ea0fe96c269d89847e0798ef6ca953c7fc3ff2be79da3dbe256963e8c37",),
        "3 Card Bonus 50-40-30-6-3-1": ("8d080b59c798d1bba76469db05cc5ee37feb34149bd7d5419c3514affcdc3de5",),
        "3 Card Bonus 50-40-30-6-4-1": ("fde0caf6573869c7d6e99b92718e7237cacf08507bc86e66b686cd4435b4816f",),
    },
    "mississippi-stud": {
        "Mississippi Stud": ("49cb1a039c12e4c6d226b2f5ce69fc10d446bbf0f82ca5ca37270c16692d390b",),
    },
    "three-card-poker": {
        "Ante": ("0b96cdb7157f3d5e252b87e98936b44354c6ba0b0e27e07effda8ea834478799",),
        "Play": ("c69220186f4b00ab7774b3f7363d5d0ab1b58cf040061d64c2bea3878e2fecf6",),
        "Ante Bonus 5-4-1": ("297c1e44c845f0b25cf83fba7abe33f86acaf9a0df7ff3b36039d93fb3d7b006",),
        "Ante Bonus 5-3-1": ("c983940311c060282002a184e1391ab793acb7e0fac4cba0ce0a266dd181f0e2",),
        "Ante Bonus 4-3-1": ("71d3dbc25845efa288efece6ff2697f2638be1d41df61f61320f6b4f1a8c97f5",),
        "Ante Bonus 3-2-1": ("879b1283b0772eb978c3c62e1cb4bd5acd760a55240e876c3cb7202693b3d0c5",),
        "Pair Plus 40-30-6-4-1": ("fe58d5e9b218562e624e717dd731f88253e5015546f91d5e220156f084dbd1df",),
        "Pair Plus 40-25-6-4-1": ("a699c4ddc73559437e00c6f79b9b75e35623c4355d1a16c427fdfb3d85235c8a",),
        "Pair Plus 35-25-6-4-1": ("87227ab131bd8383c440df4141dc74dad4007c7ccfe5c95218a31c479e1d6c61",),
        "Pair Plus 40-30-6-3-1": ("ff890510a392aab265f96c41f1e7b7f2c4a0f472643d23146e2df342b3f30d37",),
    },
    "ultimate-texas-holdem": {
        "Ante": ("a848ca1c9e22fda589a677754cba5261ca5bfa32402036300884c3e28be4b876",),
        "Blind": ("0fcc1f7a011522b19fc879f738baa808c5944b3c239bc1c04745c4fc9452804e",),
        "Blind B": ("aae3916733dea6888cd16aecfe9fe61bb4788ab432a2d050969390df969ea91a",),
        "Play": ("0b96cdb7157f3d5e252b87e98936b44354c6ba0b0e27e07effda8ea834478799",),
        "Trips A": ("7ca031969fb8c563fc23d7eec2eae47ea9b309bee416506f903b1d25a0a1c5d5",),
        "Trips B": ("48cc267ee96538cdc8d10b7c021099061345890233313c78db35248c6aa90d19",),
        "Trips C": ("512e4f4992fb1fc5e2951b13cb2241b0c96cf8a17ccf829650a48a1de1f98687",),
        "Trips D": ("15e34abe13bc9369102411cff1813fd9c39c7d264fadce49170a996fd5db85df",),
    },
}

GAMES: Final[Mapping[str, tuple[str, ...]]] = {  # game → hashes of its file
    "casino-war": ("573749ec4ffccb2d1a8af30a64c69bdd8fe75be26dc45c0f958ee12fb8be93c8",),
    "ez-baccarat": ("fa1155bf9f834ce774440db3906071e626d143c03d2a399859869166fa645075",),
    "let-it-ride": ("4bcc6bc87371c0413417b9b16e1e41b456476b51fcc8fe901ccbfca82c0a5d22",),
    "match-em": ("86d6d152a4cb9cc32d3c994d04c491dc02b770719b5ce63763099fefe7dced18",),
    "mississippi-stud": ("6ab92101125380014f23e5ada37affb344819fe14c21e2c8bb88103e881386dd",),
    "san-lo": ("1bb5da6bf7b7e39eb6c092bdb07429825a5174f4802f80dffb69bfd0f153c2eb",),
    "supreme-99": ("89b8b046b2ea4489752733e315a42c4985011f9747ea7bbcb27a1582072d5f58",),
    "three-card-poker": ("7a3df440800efe290cf474cf1e11a3bcb4aeb6d5239484e700bd79a2dc37d26e",),
    "ultimate-texas-holdem": ("21798421bbd0a51e96e5d53aa412af3c4620de71374d79fa114c562fc43baa2a",),
}

HOUSE_WAYS: Final[Mapping[str, tuple[str, ...]]] = {  # game → labels
    "match-em": ("Match 'Em dealer's hand 2014",),
    "san-lo": ("houseway points card 1 (ours)",),
    "supreme-99": ("Supreme 99 house way 2014",),
}


def unreleased(
    terms: Terms, paytable_hashes: Mapping[str, str], house_way: str, rules: int, game_hash: str
) -> str | None:
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
    if house_way not in ways and not (game and way_label(game) == house_way):
        return f"the house way {house_way!r}"
    editions = (*GAMES.get(terms.game, ()), HASHES.get(terms.game))
    return f"this edition of {terms.game}" if game_hash and terms.game in GAMES and game_hash not in editions else None
