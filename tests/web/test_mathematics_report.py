"""The card room hands out the mathematics report of a game: the bytes of the command, made by another process."""

import hashlib
import re

import houseway
from houseway.reports import document as documents
from houseway.reports.mathematics import document
from houseway.web import report

SLUG = "super-match"  # one wager: made in a moment


def test_a_report_is_made_by_another_process_and_then_read_as_a_page_and_on_paper(tmp_path):
    from tests.web.room import Room

    with Room(tmp_path / "book.db") as room:
        here = f"/mathematics/{SLUG}/report"
        first = room.http.get(here)
        assert "being made" in first.text and first.headers["refresh"] == "3"
        assert room.http.get(f"{here}/paper").status_code == 503
        room.waits_until(lambda: "being made" not in room.http.get(here).text, seconds=300)
        ready = room.http.get(here)
        assert "refresh" not in ready.headers
        made = document(houseway.mathematics(SLUG))
        page, paper = room.http.get(f"{here}/page"), room.http.get(f"{here}/paper")
        assert page.content == documents.html(made).encode() and page.headers["content-type"].startswith("text/html")
        assert paper.content == documents.pdf(made) and paper.headers["content-type"] == "application/pdf"
        for each in (page, paper):
            assert hashlib.sha256(each.content).hexdigest() in ready.text
        # its own policy lets the page's style in, and nothing else
        policy = page.headers["content-security-policy"]
        assert "script-src" not in policy and policy.startswith("default-src 'none'")
        assert re.search(r"style-src 'sha256-[A-Za-z0-9+/=]{44}'", policy)
        assert f'href="{here}"' in room.http.get(f"/mathematics/{SLUG}").text
        assert room.http.get("/mathematics/whist/report").status_code == 404


def test_the_process_that_counts_answers_for_a_page_and_for_paper():
    game = houseway.list_games()[0]
    questions = [report.question(game, kind) for kind in report.KINDS]
    assert len({tuple(each.items()) for each in questions}) == 2 and all(
        each["report"] == game.slug for each in questions
    )
