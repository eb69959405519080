"""Blackjack in which only 10 and 11 may be doubled."""

from houseway import variant_of
from houseway.games.blackjack import blackjack
from houseway.twenty_one import HouseRules

GAME = variant_of(blackjack(HouseRules(doubles=(10, 11))), __file__, says="doubles on 10 and 11 only")
