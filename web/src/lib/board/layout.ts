// Where the cells of a board lie, in units of a hundredth of a cell.

import type { BoardData } from '../types';

export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Layout {
  /** Left and top edge; negative where something stands outside the cells. */
  x: number;
  y: number;
  width: number;
  height: number;
  cells: Rect[];
}

/** Side of a cell. */
export const CELL = 100;
/** Room for the names of rows and columns on a board of eight rows. */
const LABELS = 36;
/** Rows of the board for which labels are measured. */
const STANDARD_ROWS = 8;
/** Room around a torus for its neighbours across the edges. */
export const WRAP = 44;

/** How much larger labels must be drawn so that they look the same on boards of all sizes. */
export function labelScale(board: BoardData): number {
  return Math.max(0.45, Math.max(board.rows, board.columns) / STANDARD_ROWS);
}

export function layout(board: BoardData, flipped: boolean, labels: boolean): Layout {
  switch (board.shape) {
    case 'grid': return grid(board, flipped, labels ? LABELS * labelScale(board) : 0);
    case 'torus': return torus(board, flipped, labels);
    case 'pits': return pits(board, flipped);
    case 'piles': return piles(board, labels ? 5 : 1);
    case 'branches': return branches(board);
    case 'points': return points(flipped);
    case 'star': return star(board, flipped);
  }
}

function gridCells(board: BoardData, flipped: boolean): Rect[] {
  return board.squares.map((_, number) => {
    const at = flipped ? board.squares.length - 1 - number : number;
    const [line, column] = [Math.floor(at / board.columns), at % board.columns];
    return { x: column * CELL, y: line * CELL, width: CELL, height: CELL };
  });
}

function grid(board: BoardData, flipped: boolean, room: number): Layout {
  const left = room > 0 && hasCoordinates(board) ? room : 0;
  const bottom = left > 0 || isUpright(board) ? room : 0;
  return {
    x: -left, y: 0, width: board.columns * CELL + left, height: board.rows * CELL + bottom,
    cells: gridCells(board, flipped),
  };
}

function torus(board: BoardData, flipped: boolean, labels: boolean): Layout {
  const room = labels ? WRAP + LABELS * labelScale(board) : 12;
  const other = labels ? WRAP : 12;
  return {
    x: -room, y: -other, width: board.columns * CELL + room + other, height: board.rows * CELL + room + other,
    cells: gridCells(board, flipped),
  };
}

/** The first player's houses below, the second's above and turned round, stores at the right hand of their owners. */
function pits(board: BoardData, flipped: boolean): Layout {
  const houses = board.columns;
  const cells: Rect[] = [];
  for (let player = 0; player < 2; player += 1) {
    const below = (player === 0) !== flipped;
    for (let house = 0; house < houses; house += 1) {
      const column = below ? house : houses - 1 - house;
      cells.push({ x: 130 + column * 120, y: below ? 150 : 26, width: 110, height: 110 });
    }
    cells.push({ x: below ? 130 + houses * 120 : 10, y: 26, width: 110, height: 234 });
  }
  return { x: 0, y: 0, width: houses * 120 + 250, height: 290, cells };
}

/** Counters beside each other in a pile. */
export const PILE_WIDTH = 4;
/** Counters that are drawn of a pile; more are told by the number alone. */
export const PILE_SHOWN = 60;

/** Piles side by side, in the middle of at least so many places. */
function piles(board: BoardData, places: number): Layout {
  const width = 120;
  const largest = Math.max(1, ...board.squares.map((square) => square.count ?? 0));
  const height = 90 + 19 * Math.max(3, Math.ceil(Math.min(largest, PILE_SHOWN) / PILE_WIDTH));
  const count = Math.max(board.squares.length, places);
  const shift = ((count - board.squares.length) * width) / 2;
  const cells = board.squares.map((_, number) => ({ x: shift + 10 + number * width, y: 10, width: width - 16, height }));
  return { x: 0, y: 0, width: count * width + 4, height: height + 20, cells };
}

function branches(board: BoardData): Layout {
  const width = 130;
  const count = Math.max(board.squares.length, 3);
  const shift = ((count - board.squares.length) * width) / 2;
  const cells = board.squares.map((_, number) => ({ x: shift + 20 + number * width, y: 190, width: 90, height: 90 }));
  return { x: 0, y: 0, width: count * width, height: 300, cells };
}

/** Width of a point of backgammon, and what it leaves for checkers. */
export const POINT = { width: 62, height: 280, checker: 54 };
/** The points of backgammon on one side of the board. */
const HALF = 12;

/** Twelve points above and below with the bar between their halves, the trays at the right, dice and cube in the middle. */
function points(flipped: boolean): Layout {
  const { width, height } = POINT;
  const [middle, total] = [64, 2 * height + 64];
  const bar = 6 * width;
  const whole = 13 * width + 80;
  const across = (place: number) => (place < 6 ? place * width : (place + 1) * width);
  const cells: Rect[] = [];
  for (let point = 0; point < 2 * HALF; point += 1) {
    const above = point >= HALF;
    cells.push({ x: across(above ? point - HALF : HALF - 1 - point), y: above ? 0 : height + middle, width, height });
  }
  // The bars, each on the side from which its checkers come in; the trays; the dice; the cube.
  cells.push({ x: bar, y: 0, width, height }, { x: bar, y: height + middle, width, height });
  cells.push({ x: whole - 72, y: height + middle, width: 66, height }, { x: whole - 72, y: 0, width: 66, height });
  for (const place of [0, 1]) cells.push({ x: 9.2 * width + place * 66, y: height + 5, width: 54, height: 54 });
  cells.push({ x: whole - 66, y: height + 5, width: 54, height: 54 });
  const placed = flipped
    ? cells.map((cell) => ({ ...cell, x: whole - cell.x - cell.width, y: total - cell.y - cell.height }))
    : cells;
  return { x: -26, y: -34, width: whole + 52, height: total + 68, cells: placed };
}

/** How many cells each row of a star has, from the top. */
export function starRows(side: number): number[] {
  return Array.from({ length: 4 * side + 1 }, (_, row) => {
    const end = Math.min(row, 4 * side - row);
    return end < side ? end + 1 : 4 * side + 1 - end;
  });
}

/** Rows in the middle above each other, as near as cells beside each other are. */
function star(board: BoardData, flipped: boolean): Layout {
  const down = 87;
  const rows = starRows(board.columns);
  const widest = Math.max(...rows);
  const cells = rows.flatMap((length, row) =>
    Array.from({ length }, (_, place) => ({
      x: ((widest - length) / 2 + place) * CELL, y: row * down, width: CELL, height: CELL,
    })));
  return { x: -10, y: -10, width: widest * CELL + 20, height: (rows.length - 1) * down + CELL + 20, cells: flipped ? cells.toReversed() : cells };
}

/** Whether the cells are named by column letter and row number. */
export function hasCoordinates(board: BoardData): boolean {
  return board.squares.length > 0 && board.squares.every((square) => /^[A-Za-z]\d+$/.test(square.name ?? ''));
}

/** Whether a crossing of a Go board is one of the marked points by which players find their way. */
export function starPoint(lines: number, column: number, row: number): boolean {
  const edge = lines >= 13 ? 3 : lines >= 7 ? 2 : -1;
  const middle = lines % 2 === 1 ? (lines - 1) / 2 : -1;
  const corner = (at: number) => at === edge || at === lines - 1 - edge;
  if (edge < 0) return false;
  if (column === middle && row === middle) return true;
  const sides = lines >= 19 && ((corner(column) && row === middle) || (column === middle && corner(row)));
  return sides || (corner(column) && corner(row));
}

/** Whether the board can be looked at from the other side. */
export function canTurn(board: BoardData): boolean {
  return ['grid', 'torus', 'pits', 'points', 'star'].includes(board.shape) && !isUpright(board);
}

/** Whether only some cells have names: the board stands upright, and a column is what is chosen. */
export function isUpright(board: BoardData): boolean {
  const names = board.squares.filter((square) => square.ground === 'plain').map((square) => square.name ?? '');
  return board.shape === 'grid' && names.length === board.squares.length && names.some((name) => name === '');
}

/** The nearest cell in a direction, for the arrow keys; the same one if there is none. */
export function towards(cells: readonly Rect[], from: number, right: number, down: number): number {
  const start = cells[from];
  if (!start) return 0;
  const middle = (cell: Rect) => ({ x: cell.x + cell.width / 2, y: cell.y + cell.height / 2 });
  const origin = middle(start);
  let [best, least] = [from, Infinity];
  cells.forEach((cell, number) => {
    const { x, y } = middle(cell);
    const ahead = (x - origin.x) * right + (y - origin.y) * down;
    const aside = Math.abs((x - origin.x) * down) + Math.abs((y - origin.y) * right);
    if (number !== from && ahead > 1 && ahead + 3 * aside < least) [best, least] = [number, ahead + 3 * aside];
  });
  return best;
}
