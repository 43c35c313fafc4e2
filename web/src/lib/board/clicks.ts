// Click paths: every legal move is a list of clicks, none of which is the beginning of another. Following them needs
// no rules.

import type { Click, LegalMove } from '../types';

export const same = (one: Click, other: Click): boolean =>
  'cell' in one ? 'cell' in other && one.cell === other.cell : 'choice' in other && one.choice === other.choice;

/** The moves that begin with these clicks. */
export function beginning(moves: readonly LegalMove[], clicks: readonly Click[]): LegalMove[] {
  return moves.filter((move) =>
    clicks.every((click, number) => {
      const step = move.path[number];
      return step !== undefined && same(step, click);
    }));
}

/** The move that these clicks make, if they make one. */
export function complete(moves: readonly LegalMove[], clicks: readonly Click[]): LegalMove | undefined {
  return beginning(moves, clicks).find((move) => move.path.length === clicks.length);
}

/** What can be clicked next: cells, and entries of a menu. */
export function next(moves: readonly LegalMove[], clicks: readonly Click[]): { cells: number[]; choices: string[] } {
  const cells = new Set<number>();
  const choices = new Set<string>();
  for (const move of beginning(moves, clicks)) {
    const step = move.path[clicks.length];
    if (step === undefined) continue;
    if ('cell' in step) cells.add(step.cell);
    else choices.add(step.choice);
  }
  return { cells: [...cells], choices: [...choices] };
}
