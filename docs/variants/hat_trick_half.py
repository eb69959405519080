"""San Lo with a smaller Hat Trick."""

from houseway import variant_of

GAME = variant_of("san-lo", __file__, says="Hat Trick at most half the Main Bet", at_most={"Hat Trick": "1/2"})
