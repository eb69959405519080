"""What a coach says of a seat that splits: every choice once, each hand by itself; and what an insurance costs."""

from fractions import Fraction

import houseway

# a pair of eights that became four hands against a seven: the first hand was split again, then the last
HANDS = (
    ("8c 3s", ("split", "split", "stand")),
    ("8h Ks", ("split", "split", "stand")),
    ("8d 2c 9c", ("split", "split", "hit", "stand")),
    ("8s Td", ("split", "split", "stand")),
)


def test_every_choice_of_four_hands_is_judged_once_in_the_order_in_which_it_was_made():
    advice = houseway.advise(
        "blackjack", "8c 8d 8h 3s Ks 8s 2c 9c Td", (), split=HANDS, lying={"dealer": "7h Tc"}, decks=1
    )
    said = [(choice.hand, choice.chosen.option.word, choice.best.option.word) for choice in advice.choices]
    assert said == [
        (None, "split", "split"),
        (1, "split", "split"),
        (1, "stand", "double"),
        (2, "stand", "stand"),
        (3, "split", "split"),
        (3, "hit", "double"),
        (3, "stand", "stand"),
        (4, "stand", "stand"),
    ]
    assert advice.cost == sum(choice.cost for choice in advice.choices) > 0
    assert [choice.seen.hands for choice in advice.choices] == [1, 2, 3, 3, 3, 4, 4, 4]
    assert "split" not in {option.word for option in advice.choices[-1].options}, "four hands are all there are"


def test_an_insurance_is_judged_by_what_it_loses():
    """Of one deck, two cards of ten in hand: 14 of 49 cards make a blackjack, and 2 to 1 is paid on half the bet."""
    advice = houseway.advise("blackjack", "Kd Tc", ("insurance", "stand"), lying={"dealer": "As"}, decks=1)
    insured = advice.choices[0]
    assert (insured.chosen.option.word, insured.best.option.word) == ("insurance", "no insurance")
    assert insured.cost == -(Fraction(14, 49) * 2 - Fraction(35, 49)) / 2


def test_a_choice_after_cards_were_exchanged_is_judged_with_those_that_were_given_up():
    """A hard 16 that was exchanged against a nine became 14."""
    judged = houseway.advise(
        "zappit-blackjack", "Tc 6d 5h 9s", ("zap", "stand"), lying={"dealer": "9c 8d"}, decks=6
    ).choices
    assert [(each.chosen.option.word, each.best.option.word) for each in judged] == [("zap", "zap"), ("stand", "hit")]
