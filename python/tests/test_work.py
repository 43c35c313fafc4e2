"""Units of work: the same bytes twice, and parts that are the whole."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

import plybook as pb
from plybook import _plybook
from plybook._matches import read_match

CONDITIONS: dict[str, Any] = dict.fromkeys(
    ("games", "sprt", "time", "clock", "increment", "depth", "nodes", "openings", "seed", "plies", "concurrency")
)


def driver(**conditions: Any) -> _plybook.Driver:
    game = pb.open("othello:4x4")
    return _plybook.Driver.of_match("engine:name=one", "random:name=other", game, {**CONDITIONS, **conditions})


def test_a_unit_gives_the_same_bytes_twice() -> None:
    played = driver(games=6, nodes=200, seed=5)
    units = [
        played.unit(played.missing()[2:5]),
        *_plybook.perft_units("othello:6x6", None, [], 5, False, 3),
    ]
    for unit in units:
        (first, measured), (second, _) = _plybook.work(unit), _plybook.work(unit)
        assert first == second
        told = json.loads(first)
        assert told["version"] == 1 and told["kind"] == json.loads(unit)["kind"]
        assert json.loads(measured)["seconds"] > 0
    assert '"micros"' not in _plybook.work(units[0])[0] and '"began"' not in _plybook.work(units[0])[0]


def test_units_put_together_in_any_order_are_the_match() -> None:
    whole = pb.match("engine:name=one", "random:name=other", "othello:4x4", games=20, nodes=200, seed=5)
    played = driver(games=20, nodes=200, seed=5)
    games = played.missing()
    assert len(games) == 20 and not played.over and not played.timed
    random.Random(1).shuffle(games)
    units = [played.unit(games[start : start + 3]) for start in range(0, 20, 3)]
    for unit in units:
        result, measured = _plybook.work(unit)
        new = played.deliver(result, measured)
        assert new > 0 and played.deliver(result, measured) == 0, "a unit that two machines did counts once"
    assert played.over and played.progress == (20, 20) and played.missing() == []
    found = read_match(*played.report())
    assert (found.wins, found.draws, found.losses) == (whole.wins, whole.draws, whole.losses)
    assert moves(found) == moves(whole)


def moves(result: pb.MatchResult) -> list[tuple[str, ...]]:
    return [tuple(move.text for move in record.moves) for record in result.records]


def test_a_match_in_a_database_goes_on(tmp_path: Path) -> None:
    game, path = pb.open("othello:4x4"), str(tmp_path / "games.db")
    asked = {**CONDITIONS, "games": 8, "nodes": 100}
    first = _plybook.Driver.of_match("engine:name=a", "random:name=b", game, asked, path)
    first.deliver(*_plybook.work(first.unit(first.missing()[:5])))
    with pytest.raises(pb.PlybookError, match="another program"):
        _plybook.Driver.of_match("engine:name=a", "random:name=b", game, asked, path)
    del first
    second = _plybook.Driver.of_match("engine:name=a", "random:name=b", game, asked, path)
    assert second.progress == (5, 8) and len(second.missing()) == 3
    second.deliver(*_plybook.work(second.unit(second.missing())))
    assert second.over and len(pb.Database(path).games(tournament=second.tournament)) == 8


@pytest.mark.parametrize(("game", "depth"), [("othello:6x6", 5), ("tictactoe", 9), ("nim:3", 4), ("chess", 3)])
@pytest.mark.parametrize("units", [1, 3, 1000])
def test_shares_of_a_count_are_the_whole(game: str, depth: int, units: int) -> None:
    texts = _plybook.perft_units(game, None, [], depth, False, units)
    results = [_plybook.work(text)[0] for text in texts]
    assert _plybook.perft_sum(results)[0] == pb.perft(pb.open(game).start(), depth)
    assert len(texts) <= max(units, 1)
    ended = {"tictactoe": 127_872}.get(game)
    assert ended is None or _plybook.perft_sum(results)[1] == 255_168 - ended


def test_a_count_of_some_moves_is_a_part() -> None:
    chess = pb.open("chess")
    texts = _plybook.perft_units("chess", None, ["e2e4"], 2, False, 4)
    counted = _plybook.perft_sum([_plybook.work(text)[0] for text in texts])
    assert counted == (pb.perft(chess.start().play("e2e4"), 2), 0)


def test_slices_of_an_endgame_database_are_the_files_of_a_build(tmp_path: Path) -> None:
    game, place = "hexapawn:3x3", str(tmp_path / "alone")
    missing = _plybook.endgame_missing(game, place, [])
    assert len(missing) > 3
    for slice, _ in missing:
        _plybook.endgame_keep(game, place, _plybook.work(_plybook.endgame_unit(game, place, slice, 64))[0])
    assert _plybook.endgame_missing(game, place, []) == []


def altered(unit: str, **changes: Any) -> str:
    told = json.loads(unit)
    told.update(changes)
    return json.dumps({name: value for name, value in told.items() if value is not None})


def test_bad_units_are_refused_with_what_is_wrong() -> None:
    played = driver(games=4, nodes=100)
    games = played.unit(played.missing())
    perft = _plybook.perft_units("chess", None, [], 2, False, 1)[0]
    other = json.loads(games)["config"] | {"game": "othello:4x4,komi"}
    for unit, words in [
        ("", "cannot be read"),
        ("[]", "cannot be read"),
        ("{}", "its version is none"),
        (altered(perft, version=2), "its version is 2"),
        (altered(perft, kind="chess"), "unknown variant `chess`"),
        (altered(perft, kind=None), "missing field `kind`"),
        (altered(perft, plies=3), "unknown field `plies`"),
        (altered(perft, depth=None), "missing field `depth`"),
        (altered(perft, depth=-1), "invalid value"),
        (altered(perft, game="ches"), "game"),
        (altered(perft, position="8/8 w"), "position"),
        (altered(perft, lines=[["e2e5"]]), "not a legal move"),
        (altered(perft, lines=[["e2e4", "e7e5", "g1f3"]]), "longer than the depth"),
        (altered(games, games=[4]), "the tournament has 4 games"),
        (altered(games, games=["first"]), "did not match"),
        (altered(games, clock=0), "clocks cannot run so"),
        (altered(games, games=[{"number": 0, "round": 1, "opening": 0, "players": [0, 2], "seed": 1}]), "players"),
        (altered(games, games=[{"number": 0, "round": 1, "opening": 0, "players": [0], "seed": 1}]), "players"),
        (altered(games, config=other), "no option `komi`"),
    ]:
        with pytest.raises(pb.PlybookError) as raised:
            _plybook.work(unit)
        assert words in str(raised.value), f"{unit}: {raised.value}"
    by_number = altered(games, games=[1])
    assert json.loads(_plybook.work(by_number)[0])["games"][0]["number"] == 1


def test_results_that_nobody_made_are_refused() -> None:
    played = driver(games=2, nodes=50)
    result, measured = _plybook.work(played.unit(played.missing()))
    told = json.loads(result)
    told["games"][0]["utilities"] = [1, 1]
    with pytest.raises(pb.PlybookError, match="no outcome"):
        played.deliver(json.dumps(told), measured)
    told = json.loads(result)
    told["games"][0]["seed"] += 1
    with pytest.raises(pb.PlybookError, match="not the one that its schedule has"):
        played.deliver(json.dumps(told), measured)
