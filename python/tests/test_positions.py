"""Games and positions."""

from __future__ import annotations

import copy
import pickle
import random
from xml.etree import ElementTree

import plybook as pb
import pytest


def test_games_are_opened_by_name_and_say_what_they_are() -> None:
    game = pb.open("hexapawn:5x4")
    assert game.name == "hexapawn:5x4" and game.players == ("White", "Black")
    assert game.title and game.summary and game.rules.startswith("#") and game.options_in_words
    assert game == pb.open("hexapawn:5x4") != pb.open("hexapawn")
    assert len({game, pb.open("hexapawn:5x4"), pb.open("hexapawn")}) == 2
    assert {"chess", "othello", "tictactoe"} <= set(pb.games())
    assert "basic" in pb.open("othello").evaluators and not game.has_chance and game.python_rules is None
    assert [option.name for option in pb.options("othello")] and repr(game) == 'Game("hexapawn:5x4")'


def test_positions_never_change() -> None:
    start = pb.open("tictactoe").start()
    after = start.play("b2")
    assert (start.plies, start.history, start.turn) == (0, (), 0)
    assert (after.plies, after.history, after.turn) == (1, ("b2",), 1)
    assert after.parent == start and start.parent is None
    assert len(start.moves) == 9 and "b2" not in after.moves
    assert start.play("b2", "a1", "c3").history == ("b2", "a1", "c3")
    with pytest.raises(AttributeError):
        start.plies = 3  # type: ignore[misc]


def test_equal_positions_are_equal_however_they_were_reached() -> None:
    start = pb.open("chess").start()
    one = start.play("b1c3", "b8c6", "g1f3", "g8f6")
    other = start.play("g1f3", "g8f6", "b1c3", "b8c6")
    assert one == other and hash(one) == hash(other) and one.key == other.key
    assert one != start and one != "a position" and one is not other
    assert len({one, other, start}) == 2
    assert pb.open("othello").start() != pb.open("othello:6x6").start()


def test_the_end_of_a_game_is_told() -> None:
    at = pb.open("tictactoe").start().play("a1", "a2", "b1", "b2")
    assert at.outcome is None
    won = at.play("c1")
    assert won.outcome is not None and won.moves == ()
    assert (won.outcome.winner, won.outcome.utilities, won.outcome.rule) == (0, (1, -1), "position")
    assert str(won.outcome) == "X wins."
    drawn = pb.open("chess").start().play(*("g1f3", "g8f6", "f3g1", "f6g8") * 2)
    assert drawn.outcome is not None and (drawn.outcome.winner, drawn.outcome.rule) == (None, "repetition")
    discs = pb.open("othello:4x4").start()
    while discs.outcome is None:
        discs = discs.play(discs.moves[0])
    first, second = discs.outcome.utilities
    assert first == -second


def test_texts_are_read_back_and_pickles_keep_the_way() -> None:
    for name in ("chess", "othello:6x6", "kalah", "baroque", "tts"):
        game, chooser = pb.open(name), random.Random(7)
        at = game.start()
        for _ in range(20):
            if at.outcome is not None:
                break
            at = at.play(chooser.choice(at.moves))
        assert game.position(at.text) == at, name
        for back in (pickle.loads(pickle.dumps(at)), copy.copy(at), copy.deepcopy(at)):
            assert back == at and back.history == at.history and back.game == game, name
        set_up = game.position(at.text)
        assert pickle.loads(pickle.dumps(set_up)) == set_up
    assert pickle.loads(pickle.dumps(pb.open("nim"))) == pb.open("nim")


def test_boards_are_data_text_and_pictures() -> None:
    at = pb.open("othello:6x6").start().play("c2")
    assert at.board.rows == at.board.columns == 6 and at.board["c2"].piece is not None
    assert at.board["c2"].mark == "to" and at.board["a1"].piece is None
    assert len(str(at).splitlines()) == 6 and "X" in str(at)
    with pytest.raises(KeyError):
        at.board["z9"]
    for name in pb.games():
        picture = pb.open(name).start()._repr_svg_()
        assert ElementTree.fromstring(picture).tag.endswith("svg"), name
        assert str(pb.open(name).start()), name
    assert "Position(" in repr(at) and at.text in repr(at)


def test_evaluations_are_explained() -> None:
    at = pb.open("othello").start().play("d3")
    terms = at.explain("basic")
    assert terms and all(term.points == term.value * term.weight for term in terms)
    with pytest.raises(pb.PlybookError, match="known"):
        at.explain("nobody")


def test_counts_are_the_known_ones() -> None:
    # The counts of chess and Othello that everybody publishes.
    start = pb.open("chess").start()
    assert [pb.perft(start, depth) for depth in range(5)] == [1, 20, 400, 8_902, 197_281]
    assert pb.perft(pb.open("othello").start(), 7) == 55_092
    assert pb.perft(pb.open("othello").start(), 7, remember=True) == 55_092
    shares = pb.divide(start, 3)
    assert len(shares) == 20 and sum(shares.values()) == 8_902 and shares["e2e4"] == 600


@pytest.mark.parametrize(
    ("wrong", "culprit", "remedy"),
    [
        (lambda: pb.open("chees"), "chees", "known"),
        (lambda: pb.open("hexapawn:large"), "large", "known"),
        (lambda: pb.open("tictactoe").start().play("z9"), "z9", "legal"),
        (lambda: pb.open("tictactoe").start().play("a1", "a1"), "a1", "legal"),
        (lambda: pb.open("tictactoe").position("nonsense"), "nonsense", ""),
        (lambda: pb.perft(pb.open("nim").start(), -1), "-1", "give"),
        (lambda: pb.perft(pb.open("nim").start(), 1000), "1000", "give"),
        (lambda: pb.divide(pb.open("nim").start(), 0), "0", "1 ply"),
        (lambda: pb.tree(pb.open("nim").start(), 2, method="magic"), "magic", "alphabeta"),  # type: ignore[arg-type]
    ],
)
def test_what_cannot_be_used_is_named(wrong: object, culprit: str, remedy: str) -> None:
    with pytest.raises(pb.PlybookError) as caught:
        wrong()  # type: ignore[operator]
    error = caught.value
    assert culprit in error.culprit and remedy in error.remedy and error.problem in str(error)
    assert isinstance(error, ValueError)
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


def test_a_finished_game_takes_no_move() -> None:
    won = pb.open("tictactoe").start().play("a1", "a2", "b1", "b2", "c1")
    with pytest.raises(pb.PlybookError, match="over"):
        won.play("c3")
    with pytest.raises(TypeError):
        won.play(3)  # type: ignore[arg-type]


def test_compiled_games_conform() -> None:
    report = pb.check("tictactoe", moves=2_000)
    assert report["moves"] == 2_000 and report["longest"] == 9
    assert pb.check(pb.open("othello:4x4"), moves=500)["finished"] > 0
