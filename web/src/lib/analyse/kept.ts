// Analyses that the browser keeps: each has a game, a start, and a tree of moves. Nothing that was played is lost by
// beginning another one.

import { recall, remember } from '../stored';
import type { GamePosition } from '../types';
import { grown, holds, isTree, size, EMPTY, type MoveTree } from './tree';

export interface KeptAnalysis {
  id: string;
  game: string;
  position?: string;
  tree: MoveTree;
  /** When it was changed last, in milliseconds since 1970. */
  changed: number;
}

/** Analyses that are kept; the ones that were left alone longest give way. */
const MOST = 40;
const SHELF = 'analyses';

const isKept = (value: unknown): value is KeptAnalysis =>
  typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string' && 'game' in value
  && typeof value.game === 'string' && 'changed' in value && typeof value.changed === 'number' && 'tree' in value && isTree(value.tree);
/** What cannot be read is left out, not everything with it. */
const isList = (value: unknown): value is unknown[] => Array.isArray(value);

const all = (): KeptAnalysis[] => recall<unknown[]>(SHELF, [], isList).filter(isKept);

const sameStart = (one: { game: string; position?: string }, other: { game: string; position?: string }) =>
  one.game === other.game && one.position === other.position;

/** The analyses of a game, the one that was changed last first. */
export const analysesOf = (place: GamePosition): KeptAnalysis[] => all().filter((kept) => sameStart(kept, place));

/** The analysis that a line belongs to: the latest one that has it. Otherwise a new one, of that line alone. */
export function analysisFor(place: GamePosition): KeptAnalysis {
  const { game, position, moves } = place;
  const known = moves.length > 0 ? analysesOf(place).find((kept) => holds(kept.tree, moves)) : undefined;
  return known ?? {
    id: newId(), game, tree: oldLines(place), changed: 0, ...(position === undefined ? {} : { position }),
  };
}

/** Lines that an earlier version of the page kept of this game. */
function oldLines({ game, position, moves }: GamePosition): MoveTree {
  const isLines = (value: unknown): value is string[][] =>
    Array.isArray(value) && value.every((line) => Array.isArray(line) && line.every((move) => typeof move === 'string'));
  const lines = recall<string[][]>(`variations ${game} ${position ?? ''}`, [], isLines);
  const own = moves.length > 0 && lines.some((line) => moves.every((move, number) => line[number] === move));
  return own ? lines.reduce((tree, line) => grown(tree, line), EMPTY) : EMPTY;
}

/** An analysis from a file; it gets a number of its own. Nothing where the text is none. */
export function readAnalysis(text: string): KeptAnalysis | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isKept(value) ? { ...value, id: newId() } : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps an analysis as it is now. */
export function keepAnalysis(kept: KeptAnalysis): void {
  if (size(kept.tree) === 0 && kept.tree.comment === undefined) return forgetAnalysis(kept.id);
  const others = all().filter(({ id }) => id !== kept.id);
  remember(SHELF, [{ ...kept, changed: Date.now() }, ...others].slice(0, MOST));
}

/** Forgets an analysis. */
export function forgetAnalysis(id: string): void {
  const list = all();
  if (list.some((kept) => kept.id === id)) remember(SHELF, list.filter((kept) => kept.id !== id));
}

function newId(): string {
  return [...crypto.getRandomValues(new Uint32Array(2))].map((number) => number.toString(36)).join('');
}
