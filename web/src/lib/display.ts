// Moves as people read them.

import type { DisplayMove } from './types';

/** What stands before a move in a list, or alone: `12.`, `12...` or nothing. */
export function numberText(move: DisplayMove, first: boolean): string {
  if (move.number === undefined || !(first || move.opens)) return '';
  return `${move.number}${move.opens ? '.' : '...'}`;
}

/** `12. Nf3 Nc6 13. Bb5`. */
export function listText(moves: readonly DisplayMove[]): string {
  return moves.map((move, place) => `${numberText(move, place === 0)} ${move.text}`.trim()).join(' ');
}

/** `1 disc`, `2 discs`: so many of what is named in the plural. */
export const countOf = (count: number, plural: string): string => `${count} ${count === 1 ? plural.replace(/s$/, '') : plural}`;
