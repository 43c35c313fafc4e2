// What is seen of a move while it happens: pieces that go from cell to cell, fall, turn over or vanish, and seeds that
// are sown one by one. It follows from the boards before and after and from the clicks of the move; it knows no rules.

import type { Sound } from '../sound';
import type { BoardData, GameState, LegalMove, PieceOn } from '../types';
import { isUpright } from './layout';

/** A piece that goes through cells to where it stands now. */
export interface Run {
  cell: number;
  through: readonly number[];
}

/** A piece of the board before, drawn until it is gone. */
export interface Ghost {
  cell: number;
  piece: PieceOn;
  /** When it goes, in milliseconds after the beginning. */
  after: number;
  /** Whether another piece appears in its place as it turns over. */
  turned: boolean;
}

export interface Motion {
  runs: readonly Run[];
  /** Cells in which a piece appears, and from which row it falls there. */
  drops: readonly { cell: number; rows: number }[];
  ghosts: readonly Ghost[];
  /** Counters of the cells, one entry for every seed that is sown. */
  counts: readonly (readonly number[])[];
  /** How long everything takes, in milliseconds. */
  length: number;
}

/** From cell to cell; a seed; a row of a fall; a piece that appears; half of a turn; between neighbours that turn. */
export const STEP = 200;
export const SEED = 120;
export const FALL = 45;
export const APPEAR = 160;
export const TURN = 130;
const RIPPLE = 60;
/** The longest that all seeds of a move take together. */
const SOWING = 2000;

const cellsOf = (move: LegalMove | undefined): number[] =>
  (move?.path ?? []).flatMap((click) => ('cell' in click ? [click.cell] : []));

const samePiece = (one: PieceOn | undefined, other: PieceOn | undefined): boolean =>
  one?.owner === other?.owner && one?.name === other?.name;

/** Where the piece of a cell came from: the origin that had such a piece, else the one that is left. */
function originOf(piece: PieceOn | undefined, left: readonly number[], before: BoardData): number | undefined {
  return left.find((from) => samePiece(before.squares[from]?.piece, piece)) ?? left[0];
}

/** The way of a piece, through the clicks of its move as far as they lead from its origin to its cell. */
function wayOf(origin: number, cell: number, clicks: readonly number[]): number[] {
  const [first, last] = [clicks.indexOf(origin), clicks.lastIndexOf(cell)];
  return first === 0 && last > 0 ? clicks.slice(0, last + 1) : [origin, cell];
}

/** Steps between two cells of a grid, along its rows, columns and diagonals. */
function apart(board: BoardData, one: number, other: number): number {
  const columns = Math.abs((one % board.columns) - (other % board.columns));
  return Math.max(columns, Math.abs(Math.floor(one / board.columns) - Math.floor(other / board.columns)));
}

/** The counters while a house is emptied and its seeds go round, past the opponent's store. */
export function sowing(before: BoardData, house: number): number[][] {
  const counts = before.squares.map((square) => square.count ?? 0);
  const seeds = counts[house] ?? 0;
  const half = counts.length / 2;
  const foreign = house < half ? counts.length - 1 : half - 1;
  const shown = [counts.map((count, cell) => (cell === house ? 0 : count))];
  for (let [sown, cell] = [0, house]; sown < seeds;) {
    cell = (cell + 1) % counts.length;
    if (cell === foreign) continue;
    sown += 1;
    shown.push((shown.at(-1) ?? []).map((count, number) => (number === cell ? count + 1 : count)));
  }
  return shown;
}

/** How long a piece takes for a way of so many cells. */
export const runTime = (through: readonly number[]): number => STEP * Math.max(1, through.length - 1);

/** What is seen of the last move of `after`, which was played at `before`. */
export function motionOf(before: GameState, after: GameState): Motion {
  const [old, board] = [before.board, after.board];
  const clicks = cellsOf(before.moves.find((move) => move.text === after.played.at(-1)));
  const marked = (mark: string) => after.marks.filter((one) => one.mark === mark).map((one) => one.cell);
  const counts = board.shape === 'pits' && clicks[0] !== undefined ? sowing(old, clicks[0]) : [];
  if (old.squares.length !== board.squares.length || board.shape === 'pits') {
    return { runs: [], drops: [], ghosts: [], counts, length: seedTime(counts.length) * counts.length };
  }
  const left = marked('from');
  const runs: Run[] = [];
  const drops: { cell: number; rows: number }[] = [];
  for (const cell of marked('to')) {
    const piece = board.squares[cell]?.piece;
    const origin = originOf(piece, left, old);
    if (origin === undefined) {
      if (piece) drops.push({ cell, rows: isUpright(board) ? Math.floor(cell / board.columns) + 1 : 0 });
      continue;
    }
    left.splice(left.indexOf(origin), 1);
    if (piece) runs.push({ cell, through: wayOf(origin, cell, clicks) });
  }
  const gone = new Set(marked('from'));
  const moved = new Set([...runs, ...drops].map(({ cell }) => cell));
  const time = Math.max(0, ...runs.map((run) => runTime(run.through)), drops.length > 0 ? APPEAR : 0);
  const middle = runs[0]?.cell ?? drops[0]?.cell;
  const ghosts = old.squares.flatMap(({ piece }, cell): Ghost[] => {
    const now = board.squares[cell]?.piece;
    if (!piece || samePiece(piece, now) || gone.has(cell)) return [];
    if (now && !moved.has(cell)) {
      const wait = middle === undefined ? 0 : RIPPLE * apart(board, cell, middle);
      return [{ cell, piece, after: (runs.length > 0 ? time : 0) + wait, turned: true }];
    }
    return [{ cell, piece, after: takenAt(board, cell, runs[0]?.through ?? []), turned: false }];
  });
  const turned = Math.max(0, ...ghosts.map((ghost) => ghost.after + (ghost.turned ? 2 * TURN : APPEAR)));
  const fallen = Math.max(0, ...drops.map((drop) => FALL * drop.rows));
  return { runs, drops, ghosts, counts: [], length: Math.max(time, turned, fallen) };
}

/** When a piece on a cell is passed or reached by another one on its way. */
function takenAt(board: BoardData, cell: number, through: readonly number[]): number {
  const steps = through.slice(1).map((to, number) => {
    const from = through[number] ?? to;
    return apart(board, from, cell) + apart(board, cell, to) - apart(board, from, to);
  });
  const nearest = steps.indexOf(Math.min(...steps));
  return nearest < 0 ? 0 : STEP * nearest + STEP / 2;
}

/** Whether a position is the one after a move at another. */
export function follows(before: GameState, after: GameState): boolean {
  const line = after.played.slice(0, -1);
  return after.played.length > 0 && before.game === after.game && before.played.length === line.length
    && line.every((move, number) => move === before.played[number]) && before.position !== after.position;
}

/** What is heard of a move. */
export function soundOf(motion: Motion, after: GameState): Sound {
  if (after.ending) return 'end';
  if (after.alarms.length > 0) return 'check';
  return motion.ghosts.some((ghost) => !ghost.turned) || after.marks.some(({ mark }) => mark === 'captured') ? 'capture' : 'move';
}

/** How long one seed of so many takes. */
export const seedTime = (steps: number): number => Math.min(SEED, SOWING / Math.max(1, steps));
