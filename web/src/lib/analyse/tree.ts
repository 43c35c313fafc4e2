// A tree of moves: a game with its variations, comments and signs. It is plain data, and what changes it makes a new
// tree and leaves the old one, so that a change can be taken back. Places in it are lines of moves from the start.

import type { DisplayMove } from '../types';

/** What is said of a move or of the start. */
export interface Note {
  comment?: string;
  /** One of `GLYPHS`. */
  glyph?: string;
}

/** A move with what follows it; the first of `next` is the main line. */
export interface Branch extends Note {
  move: string;
  /** The move as people read it, as soon as it is known. */
  text?: DisplayMove;
  next: Branch[];
}

/** A whole analysis. */
export interface MoveTree {
  comment?: string;
  next: Branch[];
}

export const GLYPHS = ['!!', '!', '!?', '?!', '?', '??'];

export const EMPTY: MoveTree = { next: [] };

/** Whether a line begins with another one, or is that line. */
export function begins(line: readonly string[], start: readonly string[]): boolean {
  return start.length <= line.length && start.every((move, number) => line[number] === move);
}

/** The branch at the end of a line; nothing at the start, or where the tree has no such line. */
export function branchAt(tree: MoveTree, line: readonly string[]): Branch | undefined {
  let [next, found]: [Branch[], Branch | undefined] = [tree.next, undefined];
  for (const move of line) {
    found = next.find((branch) => branch.move === move);
    if (!found) return undefined;
    next = found.next;
  }
  return found;
}

/** What follows on a line. */
export const after = (tree: MoveTree, line: readonly string[]): readonly Branch[] =>
  (line.length === 0 ? tree.next : (branchAt(tree, line)?.next ?? []));

export const holds = (tree: MoveTree, line: readonly string[]): boolean =>
  line.length === 0 || branchAt(tree, line) !== undefined;

/** The line, and from its end on the main line. */
export function toEnd(tree: MoveTree, line: readonly string[]): string[] {
  const whole = [...line];
  for (let next = after(tree, line); next[0]; next = next[0].next) whole.push(next[0].move);
  return whole;
}

/** A tree with the children at the end of a line changed; the same tree where it has no such line. */
function changed(tree: MoveTree, line: readonly string[], change: (next: Branch[]) => Branch[]): MoveTree {
  const along = (next: Branch[], depth: number): Branch[] => {
    if (depth === line.length) return change(next);
    return next.map((branch) => (branch.move === line[depth] ? { ...branch, next: along(branch.next, depth + 1) } : branch));
  };
  return { ...tree, next: along(tree.next, 0) };
}

/** A tree that has a line, too. Moves that it had not come last; `texts` are the beginning of the line as people read it. */
export function grown(tree: MoveTree, line: readonly string[], texts: readonly DisplayMove[] = []): MoveTree {
  const along = (next: Branch[], depth: number): Branch[] => {
    const move = line[depth];
    if (move === undefined) return next;
    const text = texts[depth];
    const known = next.find((branch) => branch.move === move);
    const branch = known ?? { move, next: [] };
    const below = along(branch.next, depth + 1);
    if (known && below === known.next && (known.text !== undefined || text === undefined)) return next;
    const grownBranch = { ...branch, next: below, ...(branch.text === undefined && text !== undefined ? { text } : {}) };
    return known ? next.map((one) => (one === known ? grownBranch : one)) : [...next, grownBranch];
  };
  const next = along(tree.next, 0);
  return next === tree.next ? tree : { ...tree, next };
}

/** Takes a line away from its last move on, with everything that follows it. */
export const pruned = (tree: MoveTree, line: readonly string[]): MoveTree =>
  changed(tree, line.slice(0, -1), (next) => next.filter((branch) => branch.move !== line.at(-1)));

/** The last move on a line that is not its parent's main line, as a number of moves; 0 where there is none. */
export function sideLine(tree: MoveTree, line: readonly string[]): number {
  for (let length = line.length; length > 0; length -= 1) {
    if (after(tree, line.slice(0, length - 1))[0]?.move !== line[length - 1]) return length;
  }
  return 0;
}

/** Puts a line before the one that it left: once, or at every fork up to the start. */
export function promoted(tree: MoveTree, line: readonly string[], whole: boolean): MoveTree {
  let done = tree;
  for (let length = sideLine(done, line); length > 0; length = whole ? sideLine(done, line) : 0) {
    const move = line[length - 1];
    done = changed(done, line.slice(0, length - 1), (next) => {
      const first = next.filter((branch) => branch.move === move);
      return [...first, ...next.filter((branch) => branch.move !== move)];
    });
  }
  return done;
}

/** Says something of the move at the end of a line, or of the start; what is empty is not said. */
export function noted(tree: MoveTree, line: readonly string[], note: Note): MoveTree {
  const said = <Kind extends Note>(old: Kind): Kind => {
    const all = { ...old, ...note };
    if (!all.comment) delete all.comment;
    if (!all.glyph) delete all.glyph;
    return all;
  };
  if (line.length === 0) return said(tree);
  return changed(tree, line.slice(0, -1), (next) => next.map((branch) => (branch.move === line.at(-1) ? said(branch) : branch)));
}

/** Lines that together hold all moves whose texts nobody has told yet. */
export function untold(tree: MoveTree): string[][] {
  const lines: string[][] = [];
  const along = (next: readonly Branch[], line: string[]): boolean => {
    let missing = false;
    for (const branch of next) {
      const here = [...line, branch.move];
      const below = along(branch.next, here);
      if (branch.text === undefined && !below) lines.push(here);
      missing ||= below || branch.text === undefined;
    }
    return missing;
  };
  along(tree.next, []);
  return lines;
}

/** How many moves a tree has. */
export const size = ({ next }: { next: readonly Branch[] }): number =>
  next.reduce((sum, branch) => sum + 1 + size(branch), 0);

/** A line as people read it; as far as nobody has said how, by the texts of its moves. */
export function shownLine(tree: MoveTree, line: readonly string[]): DisplayMove[] {
  let next: readonly Branch[] = tree.next;
  return line.map((move) => {
    const branch = next.find((one) => one.move === move);
    next = branch?.next ?? [];
    return branch?.text ?? { text: move, opens: false };
  });
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isNote = (value: Record<string, unknown>): boolean =>
  (value['comment'] === undefined || typeof value['comment'] === 'string')
  && (value['glyph'] === undefined || GLYPHS.includes(value['glyph'] as string));

const isBranch = (value: unknown): value is Branch =>
  isRecord(value) && typeof value['move'] === 'string' && isNote(value) && Array.isArray(value['next']) && value['next'].every(isBranch)
  && (value['text'] === undefined || (isRecord(value['text']) && typeof value['text']['text'] === 'string'));

/** Whether something that was kept is a tree. */
export const isTree = (value: unknown): value is MoveTree =>
  isRecord(value) && isNote(value) && Array.isArray(value['next']) && value['next'].every(isBranch);

/** The tree as people write games: variations in brackets, comments in braces. */
export function movetext(tree: MoveTree): string {
  const words: string[] = [];
  const say = (comment: string | undefined) => comment !== undefined && words.push(`{${comment.replaceAll(/[{}]/g, ' ')}}`);
  const write = ({ text, move, glyph, comment }: Branch, numbered: boolean): boolean => {
    const { number, opens, text: shown } = text ?? { text: move, opens: false };
    if (number !== undefined && (numbered || opens)) words.push(`${number}${opens ? '.' : '...'}`);
    words.push(shown + (glyph ?? ''));
    say(comment);
    return comment !== undefined;
  };
  const along = (next: readonly Branch[], numbered: boolean): void => {
    for (let [rest, again] = [next, numbered]; rest[0];) {
      const [main, ...others] = rest;
      again = write(main, again);
      for (const other of others) {
        words.push('(');
        along(other.next, write(other, true));
        words.push(')');
        again = true;
      }
      rest = main.next;
    }
  };
  say(tree.comment);
  along(tree.next, true);
  return words.join(' ').replaceAll('( ', '(').replaceAll(' )', ')');
}
