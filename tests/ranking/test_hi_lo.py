"""Point totals of Match 'Em."""

from houseway.cards import Pack, parse, rank_of
from houseway.ranking.hi_lo import hi_points, hi_total, lo_points, lo_total
from tests.oracle import match_em


def ranks(text):
    return [rank_of(card) for card in parse(text)]


def test_an_ace_is_one_in_lo_and_eleven_in_hi():
    assert (lo_total(ranks("As Kd 5c")), hi_total(ranks("As Kd 5c"))) == (6, 16)
    assert (lo_total(ranks("As Ad Ac")), hi_total(ranks("As Ad Ac"))) == (3, 33)


def test_two_to_ten_are_their_face_and_jack_queen_king_nothing():
    assert [lo_points(rank) for rank in range(2, 14)] == [2, 3, 4, 5, 6, 7, 8, 9, 10, 0, 0, 0]
    assert [hi_points(rank) for rank in range(2, 14)] == [2, 3, 4, 5, 6, 7, 8, 9, 10, 0, 0, 0]


def test_every_card_has_the_points_of_the_oracle():
    for card in Pack().cards():
        assert lo_points(rank_of(card)) == match_em.lo_points(card)
        assert hi_points(rank_of(card)) == match_em.hi_points(card)
