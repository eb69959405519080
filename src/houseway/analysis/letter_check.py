"""What a letter names that no game has: a wager, a line, a number of decks, a strategy."""

from collections.abc import Mapping
from itertools import chain

from houseway.cards import decks_in_words
from houseway.game import Game, is_progressive
from houseway.games.stated import stated
from houseway.letters.letter import Letter
from houseway.paytable import THE_METER

OF_A_PROGRESSIVE = {
    "top payout",
    "average top payout",
    "return without the meter",
    "return per $10,000 of the meter",
}


def letter_faults(letter: Letter, games: Mapping[str, Game]) -> list[str]:
    """All of it, to be mended at once."""
    faults = []
    for entry in letter.entries:
        where = f"paytable {entry.paytable.name!r}"
        if not entry.game or not entry.paytable.wager:
            continue  # said already, when the file was read
        game = games.get(entry.game)
        if game is None:
            faults.append(f"{where}: {entry.game!r} is not a game: {', '.join(games)}")
            continue
        wagers = {w.name: w for w in game.wagers}
        if entry.paytable.wager not in wagers:
            faults.append(f"{where}: {entry.paytable.wager!r} is not a wager of {game.slug}: {', '.join(wagers)}")
            continue
        wager = wagers[entry.paytable.wager]
        shoes = {each.decks for each in entry.figures if each.decks is not None} - {*game.decks}
        takes = f"{game.slug} takes {game.accepted_decks}"
        faults += [f"{where}: {decks_in_words(decks)}: {takes}" for decks in sorted(shoes)]
        known = [strategy.name for strategy in stated(game.slug)]
        plays = dict.fromkeys(each.play for each in entry.figures if each.play and each.play not in known)
        faults += [f"{where}: {play!r} is not stated for {game.slug}: {', '.join(known)}" for play in plays]
        if any(each.play for each in entry.figures) and wager not in game.main:
            faults.append(f"{where}: a strategy is for the main wagers, and {wager.name} is beside them")
        lines = dict.fromkeys(chain.from_iterable(p.lines for p in game.paytables_of(wager)))
        strange = [line for line in entry.paytable.lines if lines and line not in lines]
        if strange:
            faults.append(f"{where}: {', '.join(map(repr, strange))} is not a line of {wager.name}: {', '.join(lines)}")
        if bool(entry.paytable.meters) != is_progressive(wager):
            faults.append(f"{where}: a meter belongs to a progressive wager, and a progressive wager to a meter")
        printed = set(chain.from_iterable(each.figures for each in entry.figures))
        alone = () if THE_METER in entry.paytable.meters else OF_A_PROGRESSIVE & printed
        faults += [f"{where}: {figure!r} is a figure of a progressive" for figure in sorted(alone)]
    return faults
