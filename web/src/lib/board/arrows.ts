// What is pointed out on a board: moves as arrows, single cells as circles.

import type { LegalMove } from '../types';

/** Colours in which one draws by hand. */
export type Drawing = 'own' | 'red' | 'blue';

export interface Arrow {
  /** The cells it goes through, at least one. */
  cells: readonly number[];
  kind: 'best' | 'good' | 'hint' | 'threat' | Drawing;
}

/** A move as an arrow: through its cells, or around its only one; nothing where it has none. */
export function moveArrow(move: LegalMove | undefined, kind: Arrow['kind']): Arrow[] {
  const cells = (move?.path ?? []).flatMap((click) => ('cell' in click ? [click.cell] : []));
  return cells.length > 0 ? [{ cells, kind }] : [];
}

/** The arrows after one more was drawn by hand: one that was there already goes away, or takes another colour. */
export function withDrawn(arrows: readonly Arrow[], from: number, to: number, kind: Drawing = 'own'): Arrow[] {
  const cells = from === to ? [from] : [from, to];
  const others = arrows.filter((arrow) => arrow.cells.join() !== cells.join());
  const same = arrows.some((arrow) => arrow.kind === kind && arrow.cells.join() === cells.join());
  return same ? others : [...others, { cells, kind }];
}
