"""Parts of a work and files of results: any engine, any break, and never half a file."""

import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from houseway.work import engine as engine_module
from houseway.work.engine import Job, do, on_cores
from houseway.work.kept import KeptFile, cache_folder


def squared(shared: int, part: int) -> int:
    return shared * part**2


SQUARES = Job(run=squared, shared=10, parts=range(7))


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_every_part_is_done_once_on_any_number_of_cores(workers: int):
    assert list(on_cores(workers)(SQUARES)) == [(part, 10 * part**2) for part in range(7)]


@pytest.mark.parametrize(("large", "more"), [(False, 1), (True, 0)])
def test_no_more_results_wait_than_there_are_cores_and_one_if_they_are_small(large: bool, more: int):
    at_hand, most, lock = 0, 0, threading.Lock()

    def counted(_: None, part: int) -> int:
        nonlocal at_hand, most
        with lock:
            at_hand += 1
            most = max(most, at_hand)
        return part

    for _ in on_cores(2)(Job(run=counted, shared=None, parts=range(50), large=large)):
        with lock:
            at_hand -= 1
    assert most <= 2 + more


def work(**asked) -> list[int]:
    """The parts that were added."""
    done: list[int] = []

    def add(part: int, result: int) -> int:
        assert result == 10 * part**2
        done.append(part)
        return len(done)

    do(SQUARES, add, done=0, total=7, **asked)
    return done


def test_progress_is_told_before_the_first_part_and_after_each():
    heard: list[tuple[int, int]] = []
    work(progress=lambda done, total: heard.append((done, total)))
    assert heard == [(done, 7) for done in range(8)]


def test_work_that_is_asked_to_stop_ends_after_the_part_at_hand():
    answers = iter([False, False, True])
    assert work(stop=lambda: next(answers)) == [0, 1]


def test_what_is_done_is_kept_in_the_end_and_when_the_work_breaks(monkeypatch: pytest.MonkeyPatch):
    kept: list[str] = []

    def keep() -> bool:
        kept.append("kept")
        return True

    work(keep=keep)
    assert len(kept) == 1

    def broken(job: Job):
        yield 0, 0
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        work(keep=keep, engine=broken)
    assert len(kept) == 2
    monkeypatch.setattr(engine_module, "SECONDS_BETWEEN_SAVES", -1.0)
    work(keep=keep)
    assert len(kept) == 2 + 7 + 1


def test_what_takes_long_to_save_is_saved_seldom(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(engine_module, "SECONDS_BETWEEN_SAVES", -1.0)
    monkeypatch.setattr(engine_module, "SAVING", 1_000_000)
    kept: list[bool] = []

    def keep() -> bool:
        time.sleep(0.001)
        kept.append(True)
        return True

    work(keep=keep)
    assert len(kept) == 2  # after the first part, and in the end


def test_what_cannot_be_kept_is_not_tried_again(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(engine_module, "SECONDS_BETWEEN_SAVES", -1.0)
    tried: list[bool] = []
    work(keep=lambda: bool(tried.append(False)))
    assert len(tried) == 1


def test_a_file_that_breaks_while_it_is_written_leaves_the_one_before(tmp_path: Path, capsys: pytest.CaptureFixture):
    kept = KeptFile(tmp_path / "result")
    assert kept.read(lambda file: file.read()) is None
    assert kept.write(lambda file: file.write(b"whole"))

    def breaks(file) -> None:
        file.write(b"ha")
        raise OSError("no space left")

    assert not kept.write(breaks)
    assert "the result is not kept: no space left; HOUSEWAY_CACHE names another folder" in capsys.readouterr().err
    assert kept.read(lambda file: file.read()) == b"whole"
    assert [path.name for path in tmp_path.iterdir()] == ["result"]


def test_who_asks_while_it_is_worked_out_waits_and_reads_what_was_kept(tmp_path: Path):
    kept, worked = KeptFile(tmp_path / "result"), []

    def work() -> bytes:
        worked.append(threading.get_ident())
        time.sleep(0.1)
        kept.write(lambda file: file.write(b"whole"))
        return b"whole"

    with ThreadPoolExecutor(4) as askers:
        answers = [askers.submit(kept.once, lambda file: file.read(), work) for _ in range(4)]
        assert [answer.result() for answer in answers] == [b"whole"] * 4
    assert len(worked) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["result"]


def test_who_waits_for_a_process_that_is_killed_does_the_work(tmp_path: Path):
    begins = f"""
import sys
from pathlib import Path
from houseway.work.kept import KeptFile
KeptFile(Path({str(tmp_path / "result")!r})).once(lambda file: file.read(), lambda: print(flush=True) or input())
"""
    other = subprocess.Popen([sys.executable, "-c", begins], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    with other, ThreadPoolExecutor(1) as asker:
        assert other.stdout.readline() == b"\n"
        answer = asker.submit(KeptFile(tmp_path / "result").once, lambda file: file.read(), lambda: b"anew")
        time.sleep(0.1)
        assert not answer.done()
        other.kill()
        assert answer.result(timeout=60) == b"anew"


def test_the_folder_is_named_by_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path / "own"))
    assert cache_folder() == tmp_path / "own"
    monkeypatch.delenv("HOUSEWAY_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_folder() == tmp_path / "houseway"
