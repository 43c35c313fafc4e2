"""Matches, players in Python, records and databases."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import plybook as pb
import pytest


def first_move(position: pb.Position, clock: pb.Clock) -> str:
    return position.moves[0]


def test_a_match_tells_who_is_stronger() -> None:
    result = pb.match("engine", "random", "tictactoe", games=20, depth=4, seed=3)
    assert result.games == 20 and result.wins + result.draws + result.losses == 20
    assert result.score > 0.7 and result.elo is not None and result.elo.low < result.elo.value
    assert result.superiority is not None and result.superiority > 0.9
    assert result.players == ("engine", "random") and "engine against random" in str(result)
    assert len(result.records) == 20 and result.sprt is None
    again = pb.match("engine", "random", "tictactoe", games=20, depth=4, seed=3)
    assert [record.moves[0].text for record in again.records] == [record.moves[0].text for record in result.records]


def test_functions_objects_and_classes_play() -> None:
    class Chance:
        name = "chance"
        made = 0
        told: list[object] = []

        def __init__(self) -> None:
            Chance.made += 1
            self.random = random.Random(1)

        def begin(self, side: int, opponent: str) -> None:
            Chance.told.append((side, opponent))

        def choose(self, position: pb.Position, clock: pb.Clock) -> str:
            assert position.turn is not None and position.outcome is None
            assert clock.depth == 2 and clock.time is None
            return self.random.choice(position.moves)

        def end(self, sentence: str | None) -> None:
            Chance.told.append(sentence)

    result = pb.match(Chance, first_move, "othello:4x4", games=4, depth=2)
    assert result.players == ("chance", "first_move") and result.games == 4
    assert Chance.made >= 1 and len(Chance.told) == 8 and Chance.told[0] == (0, "first_move")
    assert {entry[0] for entry in Chance.told if isinstance(entry, tuple)} == {0, 1}
    chance = Chance()
    made = Chance.made
    assert pb.match(chance, first_move, "othello:4x4", games=2, depth=2).games == 2
    assert Chance.made == made


def test_a_player_sees_the_position_of_the_game() -> None:
    seen: list[tuple[str, ...]] = []

    def watch(position: pb.Position, clock: pb.Clock) -> str:
        seen.append(position.history)
        assert clock.left is not None and clock.increment == 0.5
        return position.moves[-1]

    result = pb.match(watch, "random", "hexapawn", games=2, clock=60, increment=0.5, openings=2)
    played = [tuple(move.text for move in record.moves) for record in result.records]
    assert seen and all(any(line[: len(history)] == history for line in played) for history in seen)


def test_an_exception_of_a_player_ends_the_match() -> None:
    class Mine(Exception):
        pass

    def wrong(position: pb.Position, clock: pb.Clock) -> str:
        raise Mine("on purpose")

    with pytest.raises(Mine, match="on purpose") as caught:
        pb.match(wrong, "random", "tictactoe", games=2)
    assert caught.traceback[-1].name == "wrong"

    def nothing(position: pb.Position, clock: pb.Clock) -> str:
        return None  # type: ignore[return-value]

    with pytest.raises(pb.PlybookError, match="position.moves"):
        pb.match("random", nothing, "tictactoe", games=2)

    class Broken:
        def __init__(self) -> None:
            raise Mine("not made")

        def choose(self, position: pb.Position, clock: pb.Clock) -> str:
            return ""

    with pytest.raises(Mine, match="not made"):
        pb.match(Broken, "random", "tictactoe", games=2)


def test_illegal_moves_lose_and_players_may_resign() -> None:
    def illegal(position: pb.Position, clock: pb.Clock) -> str:
        return "z9"

    def meek(position: pb.Position, clock: pb.Clock) -> str:
        raise pb.Resign

    lost = pb.match(illegal, "random", "tictactoe", games=2)
    assert lost.losses == 2 and lost.losses_by_reason[0] == {"illegal move": 2}
    given_up = pb.match("random", meek, "tictactoe", games=2)
    assert given_up.wins == 2 and given_up.losses_by_reason[1] == {"resignation": 2}


def test_a_test_of_two_hypotheses_ends_a_match() -> None:
    result = pb.match("engine", "random", "connect4:5x4", sprt=(0, 50), depth=3)
    assert result.sprt is not None and result.sprt.decision == "elo1"
    assert result.sprt.ratio > result.sprt.bounds[1] and result.games < 1000


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: pb.match("nobody", "random", "tictactoe"),
        lambda: pb.match("engine:level=99", "random", "tictactoe"),
        lambda: pb.match(7, "random", "tictactoe"),  # type: ignore[arg-type]
        lambda: pb.match(object(), "random", "tictactoe"),  # type: ignore[arg-type]
        lambda: pb.match("random", "random", "tictactoe", games=0),
        lambda: pb.match("random", "random", "tictactoe", time=-1),
        lambda: pb.match("random", "random", "nosuchgame"),
        lambda: pb.match("random", "random", "tictactoe", sprt=(5, 0)),
        lambda: pb.match("uci:/no/such/engine", "random", "chess", games=2),
    ],
)
def test_what_cannot_be_played_is_refused(wrong: Callable[[], Any]) -> None:
    with pytest.raises(pb.PlybookError) as caught:
        wrong()
    assert caught.value.problem


def test_records_are_written_and_read() -> None:
    result = pb.match("random", "random", "chess", games=2, seed=5)
    text = pb.write_records(result.records)
    assert text.count("[Event") == 2
    back = pb.read_records(text)
    for one, other in zip(result.records, back, strict=True):
        assert [move.text for move in one.moves] == [move.text for move in other.moves]
        assert one.result == other.result and one.last == other.last
        assert len(other.positions) == len(other.moves) + 1
    immortal = pb.read_records("1. e4 e5 2. Nf3 Nc6 *", "chess")[0]
    assert [move.text for move in immortal.moves] == ["e2e4", "e7e5", "g1f3", "b8c6"]
    assert immortal.result == "unfinished" and immortal.last.plies == 4
    with pytest.raises(pb.PlybookError, match="ply 1"):
        pb.read_records("1. e9 *", "chess")


def test_a_missing_database_is_named(tmp_path: Path) -> None:
    with pytest.raises(pb.PlybookError, match="no such file"):
        pb.Database(tmp_path / "games.db").games()
    text = tmp_path / "text.db"
    text.write_text("no database")
    with pytest.raises(pb.PlybookError):
        pb.Database(text).games()
