"""Boards, trees and curves as pictures in SVG."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._data import Board, Node, Square, Tree

CELL = 44.0
"""The side of a square, in pixels."""
MARGIN = 22.0
"""Room for the names of rows and columns."""
LEVEL = 74.0
"""From one level of a tree to the next."""
LEAF = 54.0
"""Width of a leaf with the space around it."""
GROUNDS = {"plain": "#e9e4d8", "light": "#f0d9b5", "dark": "#b58863", "hole": "none", "unused": "#d8d4ca"}
"""The colours of squares by their surface."""
OWNERS = ("#fafafa", "#303030", "#c0392b", "#2471a3", "#229954", "#d4ac0d")
"""The colours of pieces by their owners."""
MARKS = {"from": "#7fb06955", "to": "#7fb069aa", "captured": "#c0392b66", "changed": "#d4ac0d66"}
"""The colours of what the last move did."""
CURVES = ("#33608c", "#b0632a", "#229954", "#8e44ad", "#c0392b", "#7f8c8d")
"""The colours of curves."""


def _text(x: float, y: float, text: str, size: int = 12, color: str = "#222", anchor: str = "middle") -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-family="Helvetica, Arial, sans-serif" font-size="{size}" '
        f'fill="{color}" text-anchor="{anchor}">{escape(text)}</text>'
    )


def _file(width: float, height: float, body: Sequence[str]) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}"><rect width="100%" height="100%" fill="#ffffff"/>'
        + "".join(body)
        + "</svg>"
    )


def _piece(x: float, y: float, square: Square) -> list[str]:
    piece = square.piece
    if piece is None:
        return []
    color, edge = OWNERS[piece.owner % len(OWNERS)], "#222"
    middle_x, middle_y, radius = x + CELL / 2, y + CELL / 2, CELL * 0.38
    ink = "#222" if piece.owner == 0 else "#fafafa"
    circle = f'<circle cx="{middle_x:.1f}" cy="{middle_y:.1f}" r="{radius:.1f}" fill="{color}" stroke="{edge}"/>'
    if piece.token in ("disc", "crowned"):
        crown = [_text(middle_x, middle_y + 7, "\u265b", 20, ink)] if piece.token == "crowned" else []
        return [circle, *crown]
    if piece.token == "cross":
        low, high = CELL * 0.22, CELL * 0.78
        path = f"M{x + low:.1f} {y + low:.1f}L{x + high:.1f} {y + high:.1f}M{x + high:.1f} {y + low:.1f}L{x + low:.1f} {y + high:.1f}"
        return [f'<path d="{path}" stroke="#33608c" stroke-width="5" stroke-linecap="round"/>']
    if piece.token == "ring":
        return [
            f'<circle cx="{middle_x:.1f}" cy="{middle_y:.1f}" r="{CELL * 0.28:.1f}" fill="none" '
            'stroke="#b0632a" stroke-width="5"/>'
        ]
    if piece.token == "tile":
        inner = CELL * 0.14
        side = CELL - 2 * inner
        return [
            f'<rect x="{x + inner:.1f}" y="{y + inner:.1f}" width="{side:.1f}" height="{side:.1f}" rx="5" '
            f'fill="{color}" stroke="{edge}"/>'
        ]
    return [circle, _text(middle_x, middle_y + 7, piece.letter, 20, ink)]


def board_svg(board: Board) -> str:
    """The board as a picture."""
    if board.shape in ("grid", "torus") and board.columns > 0:
        return _grid(board)
    body = []
    width = 60.0
    houses = board.columns + 1 if board.shape == "pits" else len(board.squares)
    for number, square in enumerate(board.squares):
        place, row = (number, 0) if board.shape != "pits" or number < houses else (2 * houses - 1 - number, 1)
        column = place if board.shape != "pits" or row == 0 else place
        x, y = 10 + column * (CELL + 6), 30 + (0 if row else 1) * (CELL + 6 if board.shape == "pits" else 0)
        body.append(f'<rect x="{x:.1f}" y="{y:.1f}" width="{CELL}" height="{CELL}" rx="12" fill="#e9e4d8" stroke="#888"/>')
        body.append(_text(x + CELL / 2, y + CELL / 2 + 6, str(square.count or 0) if square.count is not None else "", 18))
        body.append(_text(x + CELL / 2, y - 4, square.name, 10, "#777"))
        width = max(width, x + CELL + 10)
    height = 30 + 2 * (CELL + 6) + 30
    body.append(_text(12, height - 8, board.note, 12, "#222", "start"))
    return _file(max(width, 12 + 8 * len(board.note)), height, body)


def _grid(board: Board) -> str:
    body = []
    for number, square in enumerate(board.squares):
        row, column = divmod(number, board.columns)
        x, y = MARGIN + column * CELL, 8 + row * CELL
        fill = GROUNDS.get(square.ground, "#e9e4d8")
        edge = "none" if square.ground == "hole" else "#8a8474"
        body.append(
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{CELL}" height="{CELL}" fill="{fill}" stroke="{edge}" '
            'stroke-width="0.6"/>'
        )
        if square.mark in MARKS:
            body.append(f'<rect x="{x:.1f}" y="{y:.1f}" width="{CELL}" height="{CELL}" fill="{MARKS[square.mark]}"/>')
        body.extend(_piece(x, y, square))
        if square.piece is None and square.count is not None:
            body.append(_text(x + CELL / 2, y + CELL / 2 + 6, str(square.count), 16))
    bottom = 8 + board.rows * CELL
    for column in range(board.columns):
        name = board.squares[(board.rows - 1) * board.columns + column].name.rstrip("0123456789")
        body.append(_text(MARGIN + (column + 0.5) * CELL, bottom + 15, name, 11, "#777"))
    for row in range(board.rows):
        name = board.squares[row * board.columns].name.lstrip("abcdefghijklmnopqrstuvwxyz")
        body.append(_text(MARGIN / 2, 8 + (row + 0.5) * CELL + 4, name, 11, "#777"))
    if board.note:
        body.append(_text(MARGIN, bottom + 34, board.note, 12, "#222", "start"))
    width = max(MARGIN + board.columns * CELL + 8, MARGIN + 8 * len(board.note))
    return _file(width, bottom + (42 if board.note else 24), body)


def tree_svg(tree: Tree) -> str:
    """A searched tree as a picture: MAX points up, MIN down, cut moves are dashed."""
    body: list[str] = []
    next_leaf = [LEAF / 2 + 8]
    deepest = [0]

    def place(node: Node, level: int) -> float:
        deepest[0] = max(deepest[0], level)
        y = 46 + level * LEVEL
        below = [(child, place(child, level + 1)) for child in node.children]
        stubs = []
        for move in node.cut[:3]:
            stubs.append((move, next_leaf[0]))
            next_leaf[0] += LEAF
            deepest[0] = max(deepest[0], level + 1)
        places = [x for _, x in below] + [x for _, x in stubs]
        if places:
            x = (places[0] + places[-1]) / 2
        else:
            x = next_leaf[0]
            next_leaf[0] += LEAF
        for child, child_x in below:
            color, width = ("#b0430f", 2.6) if child.best else ("#666", 1.2)
            body.append(
                f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{child_x:.1f}" y2="{y + LEVEL:.1f}" stroke="{color}" '
                f'stroke-width="{width}"/>'
            )
            body.append(_text((x + child_x) / 2 + 4, y + LEVEL / 2, child.move or "", 10, color, "start"))
        for move, stub_x in stubs:
            body.append(
                f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{stub_x:.1f}" y2="{y + LEVEL * 0.7:.1f}" stroke="#aaa" '
                'stroke-dasharray="4 3"/>'
            )
            body.append(_text(stub_x, y + LEVEL * 0.7 + 12, move, 10, "#999"))
        up = 1 if node.max else -1
        corners = f"{x:.1f},{y - 22 * up:.1f} {x - 24:.1f},{y + 16 * up:.1f} {x + 24:.1f},{y + 16 * up:.1f}"
        fill, edge = ("#dcebf8", "#33608c") if node.max else ("#fbe7d6", "#b0632a")
        body.append(f'<polygon points="{corners}" fill="{fill}" stroke="{edge}"/>')
        body.append(_text(x, y + (10 if node.max else -2), node.value, 11))
        return x

    place(tree.root, 0)
    height = 46 + deepest[0] * LEVEL + 40
    title = f"{tree.method}, depth {tree.depth}: {tree.value}"
    body.append(_text(8, 16, title, 12, "#222", "start"))
    return _file(max(next_leaf[0], 8 + 7.5 * len(title)), height, body)


def curve_svg(title: str, curves: Mapping[str, Sequence[tuple[float, float]]]) -> str:
    """Curves over a common scale as a picture."""
    points = [point for curve in curves.values() for point in curve]
    if not points:
        return _file(320, 60, [_text(8, 20, title, 13, "#222", "start")])
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    low, high = min(y for _, y in points), max(y for _, y in points)
    wide, tall = (right - left) or 1.0, (high - low) or 1.0
    body = [_text(50, 20, title, 13, "#222", "start")]
    body.append('<rect x="50" y="30" width="440" height="220" fill="none" stroke="#888"/>')
    for share in (0.0, 0.5, 1.0):
        body.append(_text(46, 254 - 220 * share, f"{low + tall * share:.3g}", 10, "#777", "end"))
        body.append(_text(50 + 440 * share, 266, f"{left + wide * share:.4g}", 10, "#777"))
    for number, (name, curve) in enumerate(curves.items()):
        color = CURVES[number % len(CURVES)]
        places = " ".join(f"{50 + 440 * (x - left) / wide:.1f},{250 - 220 * (y - low) / tall:.1f}" for x, y in curve)
        body.append(f'<polyline points="{places}" fill="none" stroke="{color}" stroke-width="2"/>')
        body.append(_text(500, 44 + 16 * number, name, 11, color, "start"))
    return _file(640, 280, body)
