"""Games whose rules are written in Python."""

from __future__ import annotations

import gc
import pickle
import random
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import plybook as pb
import pytest
from conftest import Pile, Toe


def test_a_game_in_python_is_a_game_like_any_other() -> None:
    game = pb.game_of(Toe)
    assert (game.name, game.title, game.players) == ("toe", "Toe", ("First", "Second"))
    assert game.summary == "Tic-tac-toe." and isinstance(game.python_rules, Toe)
    at = game.start().play("b2", "a1")
    assert (at.turn, at.text, len(at.moves)) == (0, "....X.O.. 1", 7)
    assert str(at).splitlines() == [". . .", ". X .", "O . ."] and at._repr_svg_().startswith("<svg")
    assert game.position(at.text) == at and game.position(at.text).parent is None
    back = pickle.loads(pickle.dumps(pb.game_of(Pile(5)).start().play("2")))
    assert (back.text, back.history, back.game.python_rules.counters) == ("3 2", ("2",), 5)
    won = game.start().play("a1", "a2", "b1", "b2", "c1")
    assert won.outcome is not None and (won.outcome.winner, won.moves) == (0, ())


def test_both_rules_of_tic_tac_toe_agree() -> None:
    own, theirs = pb.game_of(Toe), pb.open("tictactoe")
    for depth in range(6):
        assert pb.perft(own.start(), depth) == pb.perft(theirs.start(), depth), depth
    chooser = random.Random(3)
    for _ in range(20):
        one, other = own.start(), theirs.start()
        while one.outcome is None:
            assert set(one.moves) == set(other.moves) and one.turn == other.turn
            move = chooser.choice(one.moves)
            one, other = one.play(move), other.play(move)
        assert other.outcome is not None and one.outcome.winner == other.outcome.winner
    engines = [game.engine(hash=1).think(game.start().play("b2"), pb.Limit(depth=9)) for game in (own, theirs)]
    assert [found.score.points for found in engines] == [0.0, 0.0]


def test_the_engine_plays_python_rules_perfectly() -> None:
    game = pb.game_of(Pile)
    assert 4 <= pb.check(game, moves=3_000)["longest"] <= 12
    engine = game.engine(hash=1)
    for counters in range(1, 13):
        found = engine.think(game.position(f"{counters} 1"), pb.Limit(depth=20))
        if counters % 4:
            assert found.score.win is not None and found.move == str(counters % 4)
        else:
            assert found.score.loss is not None
    assert pb.match("engine:level=10", "random", Pile, games=10, depth=12, openings=0).score > 0.9


def test_registered_games_are_opened_by_name_and_replaced() -> None:
    game = pb.register(Pile)
    assert pb.open("pile") == game and "pile" in pb.games()
    assert len(pb.open("pile").start().moves) == 3
    again = pb.register(Pile(2))
    assert pb.open("pile") == again != game and len(pb.open("pile").start().moves) == 2
    record = pb.match("random", "random", "pile", games=2, openings=0).records[0]
    assert record.game == "pile" and record.last.outcome is not None

    class Chess(Pile):
        name = "chess"

    with pytest.raises(pb.PlybookError, match="name"):
        pb.register(Chess)
    with pytest.raises(pb.PlybookError):
        pb.register(pb.open("chess"))


class Spot(NamedTuple):
    """A named tuple is a tuple."""

    place: int
    steps: frozenset[str]


@dataclass(frozen=True)
class Walk:
    """A position of a frozen dataclass."""

    place: int
    left: int
    name: str = "walker"


def test_positions_may_be_built_of_many_things() -> None:
    class Tuples:
        """A walk to 3."""

        def start(self) -> Any:
            return Spot(0, frozenset({"b", "a"}))

        def children(self, position: Any) -> Iterator[tuple[str, Any]]:
            for step in (1, 2):
                yield f"+{step}", Spot(position.place + step, position.steps | {str(step)})

        def judge(self, position: Any) -> str | None:
            return "loss" if position.place >= 3 else None

    class Classes:
        """A walk of at most four steps."""

        longest = 4

        def start(self) -> Walk:
            return Walk(0, 4)

        def children(self, position: Walk) -> dict[str, Walk]:
            return {"up": Walk(position.place + 1, position.left - 1), "down": Walk(position.place - 1, position.left - 1)}

        def judge(self, position: Walk) -> int | None:
            return None if position.left else position.place

    for rules, depth in ((Tuples, 3), (Classes, 4)):
        game = pb.game_of(rules)
        assert pb.check(game, moves=200)["games"] > 10
        assert game.engine(hash=1).think(game.start(), pb.Limit(depth=depth)).line


def test_keys_tell_positions_apart_and_do_not_depend_on_the_run() -> None:
    def key(value: Any) -> int:
        class One(Pile):
            name = "one"

            def start(self) -> Any:
                return value

        return pb.game_of(One).start().key

    values = [0, 1, -1, 255, 256, 2**70, "", "0", "ab", b"ab", ("a", "b"), ("ab",), (("a",), "b"), (None,), 0.5, (), (0,)]
    assert len({key(value) for value in values}) == len(values)
    # What Python calls equal has the same key.
    assert key(1) == key(1.0) == key(True) and key(frozenset("abc")) == key(frozenset("cba"))
    # The same in every run, unlike Python's hashes of texts.
    assert key("some position") == SOME_KEY


SOME_KEY = 8078446599902310218


def test_values_turns_and_repetition_are_used() -> None:
    class Race:
        """Two steps for each player in turn; the value is how far ahead one is."""

        name = "race"
        longest = 40

        def start(self) -> tuple[int, int, int]:
            return (0, 0, 0)

        def turn(self, position: tuple[int, int, int]) -> int:
            return position[2] // 2 % 2

        def children(self, position: tuple[int, int, int]) -> dict[str, tuple[int, int, int]]:
            first, second, ply = position
            if self.turn(position) == 0:
                return {"walk": (first + 1, second, ply + 1), "run": (first + 2, second, ply + 1)}
            return {"walk": (first, second + 1, ply + 1), "run": (first, second + 2, ply + 1)}

        def judge(self, position: tuple[int, int, int]) -> int | None:
            first, second, ply = position
            ahead = first - second if self.turn(position) == 0 else second - first
            return ahead if ply == 40 else None

        def value(self, position: tuple[int, int, int]) -> float:
            first, second, _ = position
            return (first - second if self.turn(position) == 0 else second - first) * 0.5

    game = pb.game_of(Race)
    assert [game.start().play(*["run"] * count).turn for count in range(1, 6)] == [0, 1, 1, 0, 0]
    pb.check(game, moves=400)
    found = game.engine(hash=1).think(game.start(), pb.Limit(depth=2))
    assert (found.move, found.score.points) == ("run", 2.0)
    assert game.start().play("run", "run").explain()[0].points == -2.0

    class Circle(Pile):
        name = "circle"
        repetition = 3
        longest = None  # type: ignore[assignment]

        def children(self, position: int) -> dict[int, int]:
            return {1: (position + 1) % 4}

    at = pb.game_of(Circle).start()
    for _ in range(9):
        assert at.outcome is None
        at = at.play("1")
    # 1, 2, 3, 0 and again: the first of them stands there for the third time.
    assert at.outcome is not None and (at.outcome.rule, at.outcome.winner) == ("repetition", None)
    assert pb.check(pb.game_of(Circle), moves=100)["longest"] == 9


def test_an_exception_in_the_rules_comes_back_with_its_traceback() -> None:
    class Mine(Exception):
        pass

    class Late(Toe):
        def judge(self, position: str) -> str | None:
            if position.count(".") == 4:
                raise Mine("too late")
            return super().judge(position)

    game = pb.game_of(Late)
    engine = game.engine(hash=1)
    for action in (
        lambda: engine.think(game.start(), pb.Limit(depth=9)),
        lambda: list(engine.analyse(game.start(), pb.Limit(depth=9))),
        lambda: pb.perft(game.start(), 7),
        lambda: pb.tree(game.start(), 6),
        lambda: pb.check(game, moves=500),
        lambda: pb.match("random", "random", Late, games=4, openings=0),
        lambda: game.start().play("a1", "a2", "b1", "b3", "c2").outcome,
    ):
        with pytest.raises(Mine, match="too late") as caught:
            action()
        assert "judge" in [frame.name for frame in traceback.extract_tb(caught.tb)]
    # What does not touch the mistake works as before.
    assert engine.think(game.start(), pb.Limit(depth=3)).depth == 3
    assert len(game.start().play("a1").moves) == 8


class Wrong(Toe):
    """A game with a mistake: the methods of `mistakes` replace its own."""

    name = "wrong"


def flip(answers: list[Any]) -> Callable[..., Any]:
    """Answers one after the other, again and again."""
    state = [0]

    def answer(*_: Any) -> Any:
        state[0] += 1
        return answers[state[0] % len(answers)]

    return answer


def raising(*_: Any) -> Any:
    raise LookupError("the rules fail")


BOARD = "." * 9
MISTAKES: list[tuple[str, dict[str, Any], str]] = [
    ("no start", {"start": None}, "no method `start`"),
    ("no children", {"children": None}, "no method `children`"),
    ("no judge", {"judge": None}, "no method `judge`"),
    ("start is no method", {"start": BOARD}, "`start` is"),
    ("value is no method", {"value": 3}, "`value` is 3"),
    ("start gives nothing", {"start": lambda self: None}, "returned None"),
    ("start gives a list", {"start": lambda self: ["."] * 9}, "list"),
    ("start gives a set", {"start": lambda self: {"."}}, "set"),
    ("start gives an own class", {"start": lambda self: object()}, "object"),
    ("start changes", {"start": flip([BOARD, "X........"])}, "another position every time"),
    ("start fails", {"start": raising}, "the rules fail"),
    ("children gives nothing", {"children": lambda self, at: None}, "returned None"),
    ("children gives a number", {"children": lambda self, at: 5}, "returned 5"),
    ("children gives texts", {"children": lambda self, at: ["a1", "a2"]}, "no pair"),
    ("children gives triples", {"children": lambda self, at: [("a1", at, 3)]}, "no pair"),
    ("children is empty", {"children": lambda self, at: {}}, "no move"),
    ("children fails", {"children": raising}, "the rules fail"),
    ("a child is nothing", {"children": lambda self, at: {"a1": None}}, "None"),
    ("a child is a list", {"children": lambda self, at: {"a1": [1]}}, "list"),
    ("a child is a dictionary", {"children": lambda self, at: {"a1": {}}}, "dict"),
    ("a move is empty", {"children": lambda self, at: {"": BOARD}}, "no single word"),
    ("a move has spaces", {"children": lambda self, at: {"a 1": BOARD}}, "no single word"),
    ("a move is a tuple", {"children": lambda self, at: {(1, 2): BOARD}}, "tuple"),
    ("a move is a truth", {"children": lambda self, at: {True: BOARD}}, "bool"),
    ("a move is there twice", {"children": lambda self, at: [("a", at + "."), ("a", at)]}, "twice"),
    ("a move is endless", {"children": lambda self, at: {"a" * 101: BOARD}}, "no single word"),
    ("children change", {"children": flip([{"a": "1", "b": "2"}, {"a": "1"}])}, "answered differently"),
    ("judge says true", {"judge": lambda self, at: True}, "returned True"),
    ("judge says a number with a point", {"judge": lambda self, at: 0.5}, "returned 0.5"),
    ("judge says an unknown word", {"judge": lambda self, at: "won"}, "'won'"),
    ("judge changes", {"judge": flip([None, "draw", None])}, "answered differently"),
    ("judge fails", {"judge": raising}, "the rules fail"),
    ("turn says two", {"turn": lambda self, at: 2}, "returned 2"),
    ("turn says a name", {"turn": lambda self, at: "X"}, "returned 'X'"),
    ("value says a word", {"value": lambda self, at: "good"}, "'good'"),
    ("value is no number", {"value": lambda self, at: float("nan")}, "nan"),
    ("value is infinite", {"value": lambda self, at: float("inf")}, "inf"),
    ("value changes", {"value": flip([1.0, 2.0, 3.0])}, "answered differently"),
    ("draw gives a number", {"draw": lambda self, at: 5}, "returned 5"),
    ("draw gives nothing", {"draw": lambda self, at: ""}, "returned ''"),
    ("draw hides the board", {"draw": lambda self, at: "board"}, "DiagramTells"),
    ("draw changes", {"draw": flip(["abc", "abd", "acd"])}, "answered differently"),
    ("key hides the board", {"key": lambda self, at: at.count(".")}, "answered differently for an equal position"),
    ("key is a list", {"key": lambda self, at: list(at)}, "list"),
    ("text gives a number", {"text": lambda self, at: 7}, "returned 7"),
    ("read forgets", {"read": lambda self, text: BOARD}, "TextReadsBack"),
    ("text hides the board", {"text": lambda self, at: "board"}, "TextReadsBack"),
    ("games never end", {"judge": lambda self, at: None, "children": lambda self, at: {"a": at[1:] + at[0]},
                         "start": lambda self: "X........", "longest": None}, "does not end"),
    ("games are longer than said", {"longest": 4}, "Length"),
    ("longest is a word", {"longest": "long"}, "`longest`"),
    ("repetition is nothing", {"repetition": 0}, "`repetition`"),
    ("remember is negative", {"remember": -5}, "`remember`"),
    ("the name has spaces", {"name": "My game"}, "no name for a game"),
    ("the name is a number", {"name": 5}, "`name`"),
    ("one player", {"players": ("Ann",)}, "`players`"),
    ("players of one name", {"players": ("Ann", "Ann")}, "`players`"),
    ("no moves means nothing known", {"no_moves": "lost"}, "`no_moves`"),
]


@pytest.mark.parametrize(("kind", "changes", "told"), MISTAKES, ids=[kind for kind, _, _ in MISTAKES])
def test_every_kind_of_mistake_is_refused(kind: str, changes: dict[str, Any], told: str) -> None:
    methods = {
        name: (lambda answer: lambda self, *rest: answer(*rest))(change) if change.__qualname__.startswith("flip") else change
        for name, change in changes.items()
        if hasattr(change, "__qualname__")
    }
    rules = type("Wrong", (Wrong,), {**changes, **methods})
    with pytest.raises((pb.PlybookError, LookupError)) as caught:
        pb.check(rules, moves=3_000)
    assert told in str(caught.value), str(caught.value)
    if "returned" in told and "self" not in told:
        # The line where the method is written.
        assert "test_rules.py, line" in str(caught.value)


def test_there_are_enough_kinds_of_mistakes() -> None:
    assert len({kind for kind, _, _ in MISTAKES}) == len(MISTAKES) >= 25


def test_the_game_without_a_mistake_is_accepted() -> None:
    pb.check(type("Wrong", (Wrong,), {}), moves=3_000)


def test_answers_are_asked_once_and_remembered_within_a_bound() -> None:
    asked: dict[str, int] = {}

    class Counted(Toe):
        name = "counted"

        def children(self, position: str) -> list[tuple[str, str]]:
            asked[position] = asked.get(position, 0) + 1
            return super().children(position)

    game = pb.game_of(Counted)
    game.engine(hash=4).think(game.start(), pb.Limit(depth=9))
    assert asked and set(asked.values()) == {1}

    class Forgetful(Counted):
        remember = 20

    asked.clear()
    game = pb.game_of(Forgetful)
    found = game.engine(hash=4).think(game.start(), pb.Limit(depth=9))
    assert found.score.points == 0.0 and max(asked.values()) > 1
    gc.collect()
    assert sum(isinstance(thing, Forgetful) for thing in gc.get_objects()) <= 1


def test_what_is_no_position_is_refused() -> None:
    game = pb.game_of(Toe)
    for text in ("", "1", "......... 3", "%zz 1", "abc", ". . . 1", "X 1"):
        with pytest.raises(pb.PlybookError):
            game.position(text)
    pile = pb.game_of(Pile)
    for text in ("12", "(1 1", "__import__('os') 1", "'a' 1"):
        with pytest.raises(pb.PlybookError):
            pile.position(text)
    assert pile.position("5 2").turn == 1
