"""Baccarat with a commission of 4 %."""

from houseway import variant_of

GAME = variant_of("baccarat", __file__, says="a commission of 4 %", pays={"Banker": {"win": "1 to 1 less 4%"}})
