"""A proposal tells its proposer nothing that lies face down, stands in nobody's way unseen, and brings back no award
that two people backed out."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.cards import show
from houseway.deciding.refusal import Refusal
from houseway.games import GAMES
from houseway.progressive import commands as ask
from houseway.progressive.adjustment import Grounds
from houseway.progressive.controller import win_id
from houseway.progressive.refusal import MeterReason
from houseway.role import Actor, Role
from houseway.table import commands as do
from houseway.table import live
from houseway.table.commands import Stage
from houseway.table.decide import decide
from houseway.table.places import place_named
from houseway.table.receipt import check, remarks
from houseway.table.refusal import Reason
from houseway.table.settlement import ENVY
from tests.soak import examples
from tests.table.sitting import DEALER, SUPERVISOR, Sitting, chooses, other_packet, size_of

OFFERED = {"Main Bet": "San Lo", "Progressive": "FSLPP-01"}
ROYAL, ALMOST = "As Ks Qs Js Ts 2d", "As Ks Qs Js 9s 2d"
HEARTS = "Ah Kh Qh Jh Th 2c"
HIDDEN = [slug for slug, game in GAMES.items() if chooses(game)]  # where seats' cards lie face down
PLAIN, OTHER_PLAIN = "3c 4c 6d 7h 8h Tc", "3c 4c 6d 7h 8h 9c"


def corrects(sitting, packets):
    sitting.supervisor.proposes_cards(packets)
    return sitting.surveillance.agrees()


def for_the_meter(hands):
    sitting = Sitting("san-lo", seats=tuple(seat for seat in hands if seat), paytables=OFFERED)
    return sitting.bets(wagers={"Progressive": 1_00}).deals(hands).reveals()


def envy(sitting, seat):
    return sum(result.won_cents for result in sitting.round.spots[seat].results if result.wager == ENVY)


# ---- what lies face down -------------------------------------------------------------------------


@examples(20, 300)
@given(slug=st.sampled_from(HIDDEN), seed=st.integers(0, 10**9), is_shown=st.booleans())
def test_the_answer_to_a_proposal_does_not_depend_on_what_lies_face_down(slug, seed, is_shown):
    """Two tables, alike but for cards that nobody has turned over: the seats', and until it shows the dealer's."""
    chance = Random(seed)
    tables = []
    for _ in range(2):
        sitting = Sitting(slug, seats=(2, 5)).bets()
        pack = list(sitting.game.pack(sitting.table.terms.decks).cards())
        sizes = {place: size_of(sitting.game, place) for place in (2, 5, *map(place_named, sitting.game.places))}
        hands = {}
        for place in [*map(place_named, sitting.game.places)] if is_shown else ():
            size = sizes.pop(place)
            hands[place], pack = show(tuple(pack[:size])), pack[size:]
        drawn = chance.sample(pack, sum(sizes.values()))
        for place, size in sizes.items():
            hands[place], drawn = show(tuple(drawn[:size])), drawn[size:]
        sitting.deals(hands)
        tables.append(sitting.reveals() if is_shown else sitting)
    guess = [chance.choice(tables).round.cards_of(chance.choice((2, 5))) for _ in range(2)]
    for packets in ({"2": show(guess[0])}, {"5": show(guess[1])}, {"2": show(guess[0]), "5": show(guess[1])}):
        command = do.ProposeCards(packets=packets, note="as I read it", nonce="9" * 64)
        first, second = (decide(sitting.table, SUPERVISOR, command, sitting.at) for sitting in tables)
        assert first == second


def test_a_refused_agreement_names_no_card():
    sitting = Sitting("san-lo", seats=(2, 5)).bets().deals({2: PLAIN, 5: ROYAL})
    sitting.supervisor.proposes_cards({5: "As Ks Qs Js Ts 3c"})
    answer = sitting.answer(sitting.surveillance.actor, do.Agree(proposal=1))
    assert isinstance(answer, Refusal) and answer.reason is Reason.BAD_CARDS
    assert not any(card in answer.says for card in (*PLAIN.split(), *ROYAL.split()))
    sitting.supervisor.drops()


# ---- what was backed out -------------------------------------------------------------------------


@pytest.mark.parametrize("reconciled", [False, True])
@pytest.mark.parametrize("place", [2, DEALER])
def test_an_award_that_was_backed_out_stays_so_when_another_place_is_corrected(place, reconciled):
    sitting = for_the_meter({2: PLAIN, 4: ROYAL, DEALER: "2h 4h 6h 8s Js 7d".replace("Js", "Jc")}).pays_the_meter()
    sitting.backs_out(sitting.round.prize(4))
    if reconciled:
        sitting.reconciles()
    corrects(sitting, {place: OTHER_PLAIN if place == 2 else "2h 4h 6h 8s Jc 9d"})
    assert sitting.round.struck == {4}
    sitting.reconciles().acknowledges()
    assert envy(sitting, 2) == 0 and sitting.result(4, "Progressive").won_cents == 0
    sitting.dealer.game_over()
    assert check(sitting.receipt())[1] == []


def test_a_harmless_correction_is_made_beside_a_win_that_stands_and_one_that_does_not():
    sitting = for_the_meter({1: HEARTS, 2: PLAIN, 3: ROYAL}).pays_the_meter()
    last = sitting.round.jackpots[-1].seat
    sitting.backs_out(sitting.round.prize(last), last)
    stands = sitting.round.recorded
    corrects(sitting, {2: OTHER_PLAIN})
    assert (sitting.round.recorded, sitting.round.struck) == (stands, {last})
    sitting.ends()


def test_two_people_let_a_hand_that_was_backed_out_count_again_by_naming_its_cards():
    sitting = for_the_meter({2: PLAIN, 4: ROYAL}).pays_the_meter()
    sitting.supervisor.proposes_cards({4: ROYAL})
    sitting.surveillance.refused(Reason.BAD_CARDS).agrees()  # nothing changes
    sitting.supervisor.drops()
    sitting.backs_out(sitting.round.prize(4))
    corrects(sitting, {4: ROYAL})
    sitting.ends()
    assert sitting.result(4, "Progressive").won_cents == 500_04
    checked, wrong = check(sitting.receipt())
    assert wrong == []
    assert f"seat 4's cards are {ROYAL}, looked at again by Sue, Iris agreeing: a card was misread" in checked


# ---- two wins of a round -------------------------------------------------------------------------


def test_of_two_wins_of_a_round_the_newest_is_backed_out_first_and_then_all_is_paid_in_its_order():
    sitting = for_the_meter({1: HEARTS, 2: PLAIN, 3: ROYAL}).pays_the_meter()
    first, second = (jackpot.seat for jackpot in sitting.round.jackpots)
    whole = sitting.round.prize(first)
    win = win_id("T1 round 1", first)
    asked = ask.ProposeAdjustment(micros=whole * 10_000, reason=Grounds.BACK_OUT, note="not his hand", win=win)
    refused = sitting.meter.gives(SUPERVISOR, asked)
    assert refused.reason is MeterReason.LATER_WIN_STANDS
    assert win_id("T1 round 1", second) in refused.says
    for seat in (second, first):
        sitting.backs_out(sitting.round.prize(seat), seat)
    held = {1: HEARTS, 3: ROYAL}
    corrects(sitting, {first: held[first].replace("T", "9"), second: held[second]})
    sitting.pays_the_meter()
    assert (sitting.round.prize(first), sitting.round.prize(second)) == (0, whole)
    sitting.ends()
    assert check(sitting.receipt())[1] == []


# ---- what was picked up --------------------------------------------------------------------------


def test_check_deal_says_that_a_corrected_card_was_in_a_packet_that_was_picked_up():
    sitting = Sitting("san-lo", seats=(2, 5)).bets().deals({2: PLAIN}).reveals()
    rnd = sitting.round
    place = rnd.picked_up[0]
    size, nth = size_of(sitting.game, 1), rnd.places.index(place)
    top = sum(size_of(sitting.game, DEALER) if p == DEALER else size for p in rnd.places[:nth])
    card = show(rnd.order[top : top + 1])
    corrects(sitting, {2: f"{card} " + PLAIN.split(" ", 1)[1]})
    sitting.ends()
    says = f"{card}, to which seat 2's packet was corrected, was in the picked-up packet of seat {place} by the seal"
    assert says in remarks(sitting.receipt())
    plain = Sitting("san-lo", seats=(2, 5)).bets().deals().reveals()
    lying = sum((tuple(plain.round.order[: 8 * size]),), ())
    left = [c for c in plain.round.order if c not in lying]
    if left:
        corrects(plain, {2: show((left[0], *plain.round.cards_of(2)[1:]))})
        assert not any("picked-up" in each for each in remarks(plain.ends().receipt()))


# ---- whose step it is ----------------------------------------------------------------------------


def test_the_next_step_is_surveillances_while_a_proposal_waits():
    sitting = Sitting("san-lo", seats=(2, 5)).bets().deals().reveals().reconciles().acknowledges()
    sitting.supervisor.proposes_cards({5: other_packet(sitting.table, 5, Random(1))})
    for role in (Role.DEALER, Role.SUPERVISOR, Role.SURVEILLANCE):
        told = live.next_view(sitting.table, Actor(role, "somebody"))
        assert (told["by"], told["command"]) == ("surveillance", {"is": "Agree", "proposal": 1})
    sitting.surveillance.gives(live.next_step(sitting.table))


def test_j_pot_waits_for_an_open_proposal():
    sitting = for_the_meter({2: PLAIN, 4: ROYAL})
    sitting.dealer.presses("Royal Flush", seat=4)
    sitting.supervisor.turns_key("JPH")
    sitting.supervisor.proposes_cards({4: ALMOST})
    sitting.supervisor.refused(Reason.PROPOSAL_WAITS).presses_jackpot()
    sitting.supervisor.gives(live.next_step(sitting.table))
    assert (sitting.round.key, live.next_step(sitting.table)) == ("RUN", do.Agree(proposal=1))
    sitting.supervisor.refused(Reason.PROPOSAL_WAITS).turns_key("JPH")
    sitting.surveillance.agrees()
    sitting.ends()
    assert sitting.round.jackpots == () and sitting.table.previous.jackpots == ()


@pytest.mark.parametrize("dealer", ["live", "automatic"])
def test_every_step_that_is_named_while_a_proposal_waits_is_accepted(dealer):
    sitting = Sitting("san-lo", seats=(2, 4), paytables=OFFERED, dealer=dealer).bets(wagers={"Progressive": 1_00})
    sitting.deals({2: PLAIN, 4: ROYAL}).reveals()
    sitting.supervisor.proposes_cards({2: OTHER_PLAIN})
    if dealer == "automatic":
        sitting.deals_itself()
        assert (sitting.round.number, sitting.round.jackpots) == (1, ())
        assert live.next_step(sitting.table) == do.Agree(proposal=1)
        sitting.surveillance.agrees()
        sitting.deals_itself()
    voices = {Role.DEALER: sitting.dealer, Role.SUPERVISOR: sitting.supervisor, Role.SURVEILLANCE: sitting.surveillance}
    while sitting.round.number == 1 and (step := live.next_step(sitting.table)):
        next(voice for role, voice in voices.items() if role in step.by).gives(step)
    assert sitting.stage is Stage.BETTING and len(sitting.table.previous.corrections) == 1
