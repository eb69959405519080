"""Baccarat in which Banker pays 19 to 20, without a commission."""

from houseway import variant_of

GAME = variant_of("baccarat", __file__, says="Banker pays 19 to 20", pays={"Banker": {"win": "19 to 20"}})
