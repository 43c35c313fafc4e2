// A move that is planned while the opponent thinks: cells that are clicked as for a move, tried as soon as it is one's
// turn. Which moves there will be nobody knows yet, so any cells can be planned.

import type { Click, GameState, LegalMove } from '../types';
import { beginning, complete } from './clicks';
import { isUpright } from './layout';

/** The most cells of a plan. */
const MOST = 12;

/** The plan after one more cell was clicked; empty where the click ends it. */
export function planned(cells: readonly number[], cell: number, { board, moves }: GameState, own: number): number[] {
  const piece = board.squares[cell]?.piece;
  if (board.shape === 'pits') {
    const mine = (cell >= board.squares.length / 2 ? 1 : 0) === own;
    return mine && cells[0] !== cell && board.squares[cell]?.name ? [cell] : [];
  }
  if (piece?.owner === own) return cells[0] === cell ? [] : [cell];
  if (cells.length > 0 && board.squares[cells[0] ?? -1]?.piece) return cells.length < MOST ? [...cells, cell] : [];
  // Where the opponent puts pieces on empty cells, so does this player.
  const puts = moves.some(({ path: [first] }) => first !== undefined && 'cell' in first && !board.squares[first.cell]?.piece);
  return puts && !piece && cells[0] !== cell ? [cell] : [];
}

/** What became of a plan: a move, or its first clicks where more are to be chosen; nothing where it cannot be played. */
export function resolved(cells: readonly number[], { board, moves }: GameState): { move?: LegalMove; clicks?: Click[] } {
  const column = (cell: number) => cell % board.columns;
  const clicks = cells.map((cell): Click => {
    const fallen = isUpright(board)
      ? moves.flatMap(({ path: [first] }) => (first !== undefined && 'cell' in first && column(first.cell) === column(cell) ? [first.cell] : []))[0]
      : undefined;
    return { cell: fallen ?? cell };
  });
  const move = complete(moves, clicks);
  if (move) return { move };
  const going = beginning(moves, clicks);
  const queen = going.find(({ path }) => path.length === clicks.length + 1 && path.some((click) => 'choice' in click && click.choice === 'queen'));
  if (queen) return { move: queen };
  return going.length > 0 ? { clicks } : {};
}
