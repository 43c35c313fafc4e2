"""Reads PGN from standard input by the library python-chess and prints the games as JSON."""

import json
import sys

import chess.pgn

games = []
while (game := chess.pgn.read_game(sys.stdin)) is not None:
    nodes = list(game.mainline())
    games.append(
        {
            "errors": [str(error) for error in game.errors],
            "headers": dict(game.headers),
            "moves": [node.move.uci() for node in nodes],
            "clocks": [node.clock() for node in nodes],
            "evals": [node.eval().white().score() if node.eval() else None for node in nodes],
            "fen": game.end().board().fen(en_passant="fen") if nodes else game.board().fen(),
        }
    )
print(json.dumps(games))
