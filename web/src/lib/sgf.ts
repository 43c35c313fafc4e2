// The Smart Game Format, in which players of Go and Othello write games and lines down. Written from the tree of an
// analysis or from the moves of a game; read as far as the moves of its main line.

import type { Branch, MoveTree } from './analyse/tree';
import type { GameState } from './types';

/** What the format calls a game, and which of our options its files can say. */
const KINDS: Record<string, { number: number; column: (name: string) => number; fromTop: boolean }> = {
  // Go's letters leave out I, and its numbers begin below.
  go: { number: 1, column: (name) => 'ABCDEFGHJKLMNOPQRSTUVWXYZ'.indexOf(name.charAt(0).toUpperCase()), fromTop: false },
  othello: { number: 2, column: (name) => name.toLowerCase().charCodeAt(0) - 97, fromTop: true },
};
const COLOURS = ['B', 'W'];
const GLYPHS: Record<string, string> = { '!!': 'TE[2]', '!': 'TE[1]', '!?': 'IT[]', '?!': 'DO[]', '?': 'BM[1]', '??': 'BM[2]' };

const kindOf = (game: string) => KINDS[game.split(':')[0] ?? ''];

/** Whether games of this kind are written in the format. */
export const hasSgf = (game: string): boolean => kindOf(game) !== undefined;

const escaped = (text: string): string => text.replaceAll(/[\\\]]/g, (letter) => `\\${letter}`);

/** A move as the format has it: two letters from the top left corner, nothing for a pass. */
function point(game: string, rows: number, move: string): string {
  const kind = kindOf(game);
  const row = Number.parseInt(move.slice(1), 10);
  const column = kind?.column(move) ?? -1;
  if (!kind || column < 0 || !(row >= 1 && row <= rows)) return '';
  return String.fromCharCode(97 + column, 97 + (kind.fromTop ? row - 1 : rows - row));
}

/** The result of a finished game: `B+5`, `W+R`, `0`. */
function result({ ending }: GameState): string {
  if (!ending) return '';
  if (ending.winner === 'draw') return 'RE[0]';
  return `RE[${ending.winner === 'first' ? 'B' : 'W'}+${ending.margin === undefined ? '' : Math.abs(ending.margin)}]`;
}

/** A tree of moves from the start position, played by Black and White in turn. */
export function writeSgf(shown: GameState, tree: MoveTree): string {
  const { game, board: { rows } } = shown;
  const note = ({ comment, glyph }: { comment?: string; glyph?: string }) =>
    (glyph ? (GLYPHS[glyph] ?? '') : '') + (comment ? `C[${escaped(comment)}]` : '');
  const node = (branch: Branch, ply: number) => `;${COLOURS[ply % 2]}[${point(game, rows, branch.move)}]${note(branch)}`;
  const along = (next: readonly Branch[], start: number): string => {
    let [text, ply] = ['', start];
    for (let rest = next; rest[0]; ply += 1) {
      if (rest.length > 1) return text + rest.map((branch) => `(${node(branch, ply)}${along(branch.next, ply + 1)})`).join('\n');
      text += node(rest[0], ply);
      rest = rest[0].next;
    }
    return text;
  };
  const komi = /komi=(\d+)/.exec(game)?.[1];
  const head = `FF[4]GM[${kindOf(game)?.number ?? 1}]AP[Plybook]CA[UTF-8]SZ[${rows}]${komi === undefined ? '' : `KM[${komi}]`}PB[Black]PW[White]`;
  return `(;${head}${result(shown)}${note(tree)}\n${along(tree.next, 0)})\n`;
}

/** The moves of a game as a tree without side lines. */
export const lineTree = (moves: readonly string[]): MoveTree => ({
  next: moves.reduceRight<Branch[]>((next, move) => [{ move, next }], []),
});

/** Whether a text looks like a file of the format. */
export const isSgf = (text: string): boolean => /^\s*\(\s*;/.test(text);

/** The properties of the nodes on the main line, the root first. */
function* mainLine(text: string): Generator<Map<string, string>> {
  const tokens = /\(|\)|;|([A-Z]+)\s*((?:\[(?:\\[\s\S]|[^\]\\])*\]\s*)+)/g;
  let node: Map<string, string> | undefined;
  for (const [token, name, values] of text.matchAll(tokens)) {
    // The first closing bracket ends the main line: what follows are side lines.
    if (token === ')') break;
    if (token === ';') {
      if (node) yield node;
      node = new Map();
    } else if (name !== undefined) node?.set(name, (values ?? '').replace(/^\[/, '').replace(/\]\s*$/, '').replaceAll(/\\([\s\S])/g, '$1'));
  }
  if (node) yield node;
}

/** The moves of a file's main line in the notation of a game; an error in words where it is of another game or size. */
export function readSgf(text: string, { game, board: { rows } }: GameState): string[] {
  const kind = kindOf(game);
  const [root, ...nodes] = mainLine(text);
  const size = Number(root?.get('SZ') ?? (kind?.number === 1 ? 19 : 8));
  if (!kind) throw new Error(`${game}: games in SGF are read for Go and Othello.`);
  if (Number(root?.get('GM') ?? 1) !== kind.number) throw new Error(`This SGF file is of another game (GM[${root?.get('GM') ?? 1}]).`);
  if (size !== rows) throw new Error(`This SGF file has a board of ${size} lines, not ${rows}: choose the variant first.`);
  if (root?.has('AB') || root?.has('AW')) throw new Error('This SGF file begins with stones on the board (AB, AW), which cannot be read.');
  const letters = kind.number === 1 ? 'ABCDEFGHJKLMNOPQRSTUVWXYZ' : 'abcdefgh';
  const moves: string[] = [];
  for (const node of nodes) {
    const colour = COLOURS.find((name) => node.has(name));
    const at = colour === undefined ? undefined : node.get(colour);
    if (at === undefined) continue;
    // Who moves twice in a row: the other one has passed, which is seldom written down in Othello.
    if (colour !== COLOURS[moves.length % 2]) moves.push('pass');
    const [column, row] = [at.charCodeAt(0) - 97, at.charCodeAt(1) - 97];
    moves.push(at === '' || (at === 'tt' && rows <= 19) ? 'pass' : `${letters.charAt(column)}${kind.fromTop ? row + 1 : rows - row}`);
  }
  return moves;
}
