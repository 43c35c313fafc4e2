// Click paths: every legal move is a list of clicks, none of which is the beginning of another. Following them needs
// no rules.

import type { Click, LegalMove } from '../types';

export const same = (one: Click, other: Click): boolean =>
  'cell' in one ? 'cell' in other && one.cell === other.cell : 'choice' in other && one.choice === other.choice;

/**
 * What is left of a move after some clicks, and nothing if it does not begin so. In a move of pairs, whose parts may be
 * clicked in any order, pairs that were clicked are taken out, and one that was begun comes first.
 */
function rest(path: readonly Click[], clicks: readonly Click[], pairs: boolean): Click[] | undefined {
  if (!pairs || path.length % 2 === 1) {
    return clicks.every((click, number) => path[number] !== undefined && same(path[number], click)) ? path.slice(clicks.length) : undefined;
  }
  const left = [...path];
  for (let place = 0; place < clicks.length; place += 2) {
    const [from, to] = [clicks[place], clicks[place + 1]];
    if (from === undefined) break;
    let found = -1;
    for (let part = 0; part < left.length && found < 0; part += 2) {
      const [start, end] = [left[part], left[part + 1]];
      if (start && end && same(start, from) && (to === undefined || same(end, to))) found = part;
    }
    if (found < 0) return undefined;
    if (to !== undefined) left.splice(found, 2);
    else return [...left.slice(found + 1, found + 2), ...left.slice(0, found), ...left.slice(found + 2)];
  }
  return left;
}

/** The moves that begin with these clicks; `pairs` where the parts of a move may be clicked in any order. */
export function beginning(moves: readonly LegalMove[], clicks: readonly Click[], pairs = false): LegalMove[] {
  return moves.filter((move) => rest(move.path, clicks, pairs) !== undefined);
}

/** The move that these clicks make, if they make one. */
export function complete(moves: readonly LegalMove[], clicks: readonly Click[], pairs = false): LegalMove | undefined {
  return moves.find((move) => rest(move.path, clicks, pairs)?.length === 0);
}

/** Second cells of the pairs that a move can go on with, after the first cell of one was clicked. */
function ends(path: readonly Click[], clicks: readonly Click[]): Click[] {
  const from = clicks[clicks.length - 1];
  const left = rest(path, clicks.slice(0, -1), true) ?? [];
  return left.filter((_, place) => place % 2 === 1 && from !== undefined && same(left[place - 1] ?? from, from) && left[place - 1] !== undefined);
}

/**
 * What can be clicked next: cells, and entries of a menu. In a move of pairs a part can begin on a cell that `occupied`
 * names, or on which an earlier part ended.
 */
export function next(
  moves: readonly LegalMove[], clicks: readonly Click[], pairs = false, occupied: readonly number[] = [],
): { cells: number[]; choices: string[] } {
  const cells = new Set<number>();
  const choices = new Set<string>();
  const there = new Set([...occupied, ...clicks.flatMap((click, place) => (place % 2 === 1 && 'cell' in click ? [click.cell] : []))]);
  for (const move of moves) {
    const left = rest(move.path, clicks, pairs);
    const [step] = left ?? [];
    if (left === undefined || step === undefined) continue;
    if ('choice' in step) choices.add(step.choice);
    else if (!pairs) cells.add(step.cell);
    else if (clicks.length % 2 === 1) ends(move.path, clicks).forEach((end) => 'cell' in end && cells.add(end.cell));
    else {
      left.forEach((from, place) => {
        if (place % 2 === 0 && 'cell' in from && there.has(from.cell)) cells.add(from.cell);
      });
    }
  }
  return { cells: [...cells], choices: [...choices] };
}
