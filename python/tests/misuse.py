"""Mistakes that a type checker finds: every line with a comment is one, and no other line."""

from __future__ import annotations

import plybook as pb

game = pb.open("othello")
at = game.start()
pb.open(7)  # error: arg-type
game.name = "chess"  # error: misc
game.engine(hash="large")  # error: arg-type
game.engine(64)  # error: call-arg
game.position()  # error: call-arg
at.play(3)  # error: arg-type
at.play()  # error: call-arg
at.plies = 3  # error: misc
at.move  # error: attr-defined
at.outcome.winner  # error: union-attr
at.turn + 1  # error: operator
at.moves.append("d3")  # error: attr-defined
pb.Limit(3)  # error: call-arg
pb.Limit(time="1")  # error: arg-type
pb.Limit(seconds=1)  # error: call-arg
engine = game.engine(hash=1, threads=2)
engine.think("d3")  # error: arg-type
engine.think(at, 5)  # error: arg-type
found = engine.think(at, pb.Limit(depth=2))
found.moves  # error: attr-defined
found.score + 1  # error: operator
number: int = found.move  # error: assignment
for step in engine.think(at):  # error: attr-defined
    print(step)
for better in engine.analyse(at, pb.Limit(depth=2), lines="3"):  # error: arg-type
    print(better.depth)
pb.perft(game, 3)  # error: arg-type
pb.perft(at, "3")  # error: arg-type
pb.tree(at, 2, method="magic")  # error: arg-type
pb.match("random", "random")  # error: call-arg
pb.match("random", "random", game, sprt=5)  # error: arg-type
pb.match("random", 5, game)  # error: arg-type


def without_clock(position: pb.Position) -> str:
    return position.moves[0]


def gives_a_number(position: pb.Position, clock: pb.Clock) -> int:
    return 3


pb.match(without_clock, "random", game)  # error: arg-type
pb.match(gives_a_number, "random", game)  # error: arg-type


class NoJudge:
    def start(self) -> int:
        return 0

    def children(self, position: int) -> dict[str, int]:
        return {}


pb.game_of(NoJudge())  # error: arg-type
pb.check(NoJudge())  # error: arg-type
pb.write_records("1. e4")  # error: arg-type
pb.read_records(3)  # error: arg-type
pb.Found()  # error: call-arg
