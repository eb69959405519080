"""The rows of a result sum to its head, and what is said to wait does wait."""

from itertools import product

import pytest

READ = """async (rounds) => {
  const { resultList, summed, total } = await import(new URL("results.js", document.querySelector("script[type=module]").src));
  const layout = { wagers: [{ wager: "A", contest: false }, { wager: "B", contest: true }] };
  return rounds.map(({ results, waits }) => {
    const list = resultList(results, layout, [], waits);
    const rows = [...list.querySelectorAll("li")];
    return {
      head: summed(results),
      total: total(results),
      rows: rows.map((row) => row.querySelector(".amount").textContent),
      waiting: rows.filter((row) => row.textContent.includes("waits for surveillance")).map((row) => row.dataset.wager),
    };
  });
}"""  # noqa: E501
KINDS = [
    {"stake_cents": stake, "returned_cents": returned, "won_cents": won, "held": won > 3_000_00}
    for stake in (0, 1_00, 25_00)
    for returned in sorted({0, stake})
    for won in (0, 1, 50, 1_00, 50_00, 500_04, 5_000_42)
    if won or stake
]


def result(wager, kind):
    pays = "lose" if not kind["won_cents"] else "10%" if not kind["returned_cents"] else "1 to 1"
    return {"wager": wager, "line": "a line", "reason": "a line: cards", "pays": pays, **kind}


def cents(amount):
    """What a row adds to the sum: a stake that comes back adds nothing."""
    if amount.endswith(" back"):
        return 0
    sign = -1 if amount.startswith("−") else 1
    dollars, _, rest = amount.strip("+−$").replace(",", "").partition(".")
    return sign * (int(dollars) * 100 + int(rest or 0))


@pytest.fixture
def guest(browser, card_room):
    guest = card_room.comes(browser)
    guest.page.goto(card_room.url)
    yield guest
    guest.leaves()


def test_the_rows_of_every_result_sum_to_its_head(guest):
    """A share of the meter does not return the stake: its row is what it brought, and so is the head."""
    rounds = [{"results": [result("A", a), result("B", b)], "waits": []} for a, b in product(KINDS, KINDS)]
    for told in guest.page.evaluate(READ, rounds):
        together = sum(map(cents, told["rows"]))
        assert together == told["total"], told
        head = "Even" if not together else f"You {'win' if together > 0 else 'lose'} "
        assert told["head"].startswith(head), told
        if together:
            assert cents(told["head"].removeprefix(head)) == abs(together), told


@pytest.mark.parametrize("waits", [[], ["A"], ["B"], ["A", "B"]])
def test_a_payout_waits_for_surveillance_until_it_is_acknowledged_and_no_longer(guest, waits):
    held = {"stake_cents": 1_00, "returned_cents": 0, "won_cents": 5_000_42, "held": True}
    [told] = guest.page.evaluate(READ, [{"results": [result("A", held), result("B", held)], "waits": waits}])
    assert told["waiting"] == waits


SPOKEN = """async (results) => {
  const { spoken } = await import(new URL("results.js", document.querySelector("script[type=module]").src));
  return spoken(results, { wagers: [] });
}"""


def test_a_result_is_said_in_words_without_codes_of_cards(guest):
    lost = {"stake_cents": 25_00, "returned_cents": 0, "won_cents": 0, "held": False}
    pushed = lost | {"returned_cents": 25_00}
    said = guest.page.evaluate(
        SPOKEN,
        [
            result("A", lost) | {"line": "lose", "reason": "lose: Jh Kc Td Jk"},
            result("B", pushed) | {"line": "push", "reason": "push: High pair of 9s against High pair of 9s"},
            result("C", lost) | {"reason": "flush: 4s 7d; backed out"},
        ],
    )
    assert said == (
        "You lose 50 dollars. A loses 25 dollars: jack of hearts, king of clubs, 10 of diamonds, the joker. "
        "B pushes: High pair of 9s against High pair of 9s. "
        "C loses 25 dollars: flush: 4 of spades, 7 of diamonds; backed out."
    )


def test_a_wager_that_brings_back_half_its_stake_loses(guest):
    """A surrender is paid 1 for 2, and costs the other half."""
    half = {"stake_cents": 5_00, "returned_cents": 0, "won_cents": 2_50, "held": False}
    said = guest.page.evaluate(SPOKEN, [result("A", half) | {"line": "surrender", "reason": "surrender: 7 against 7"}])
    assert said == "You lose 2 dollars 50. A loses 2 dollars 50: surrender: 7 against 7."
