"""Drives `plybook uci` through a whole game with pondering, by the library python-chess.

Usage: uci_game.py PLYBOOK. The engine plays both sides, one process each; both ponder. Prints what happened as JSON.
"""

import asyncio
import json
import sys

import chess
import chess.engine

# Seconds for a game, and what each move gains.
CLOCK, INCREMENT = 6.0, 0.05
# Longest game in plies; a longer one is not played on.
LONGEST = 500


async def main(program):
    engines = []
    for _ in range(2):
        _, engine = await chess.engine.popen_uci([program, "uci", "chess", "--hash", "8"])
        engines.append(engine)
    board, clocks = chess.Board(), [CLOCK, CLOCK]
    pondered = hits = 0
    expected = [None, None]
    while not board.is_game_over(claim_draw=True) and board.ply() < LONGEST:
        side = board.ply() % 2
        limit = chess.engine.Limit(
            white_clock=clocks[0], black_clock=clocks[1], white_inc=INCREMENT, black_inc=INCREMENT
        )
        if board.move_stack and expected[side] is not None:
            pondered += 1
            hits += board.peek() == expected[side]
        began = asyncio.get_event_loop().time()
        result = await engines[side].play(board, limit, ponder=True, info=chess.engine.INFO_ALL)
        used = asyncio.get_event_loop().time() - began
        assert used < clocks[side], f"{used} s of {clocks[side]} s used in {board.fen()}"
        clocks[side] += INCREMENT - used
        assert result.move in board.legal_moves, f"{result.move} in {board.fen()}"
        expected[side] = result.ponder
        board.push(result.move)
    for engine in engines:
        await engine.quit()
    over = board.is_game_over(claim_draw=True)
    print(json.dumps({"over": over, "plies": board.ply(), "pondered": pondered, "hits": hits, "fen": board.fen()}))


asyncio.run(main(sys.argv[1]))
