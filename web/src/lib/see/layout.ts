// Where the nodes of a searched tree stand: a level for each ply, leaves side by side, a parent above the middle of
// its children.

import type { TreeNode } from '../types';

/** A node with its place on the plane. */
export interface Spot {
  node: TreeNode;
  parent: Spot | null;
  children: Spot[];
  /** The moves that lead from the root to it. */
  path: string[];
  x: number;
  y: number;
  level: number;
  /** Whether its successors are folded away. */
  folded: boolean;
  /** Where the branches that were cut hang. */
  stubs: Stub[];
}

/** Branches that were never searched, drawn as the lecture draws them: grey and crossed out. */
export interface Stub {
  x: number;
  y: number;
  text: string;
}

export interface Plan {
  spots: Spot[];
  byNumber: Map<number, Spot>;
  width: number;
  height: number;
  levels: { y: number; max: boolean | null }[];
}

/** Sizes in pixels at scale 1. */
export interface Sizes {
  slot: number;
  level: number;
}

export const PLAIN: Sizes = { slot: 76, level: 128 };
export const WITH_BOARDS: Sizes = { slot: 112, level: 214 };

/** Cut moves that get a stub of their own; more share one. */
const STUBS = 3;

/** A node's successors hidden because somebody folded them or the server did. */
export const isFolded = (node: TreeNode, closed: ReadonlySet<number>) =>
  closed.has(node.number) || (node.folded ?? 0) > 0;

/** Lays a tree out, leaving out what lies below closed nodes. */
export function plan(root: TreeNode, closed: ReadonlySet<number>, sizes: Sizes): Plan {
  const spots: Spot[] = [];
  const byNumber = new Map<number, Spot>();
  const kinds: (boolean | null)[] = [];
  let next = 0;

  function visit(node: TreeNode, parent: Spot | null, level: number): Spot {
    const path = parent && node.move !== undefined ? [...parent.path, node.move] : [];
    const spot: Spot = {
      node, parent, children: [], path, x: 0, y: (level + 0.5) * sizes.level, level, folded: isFolded(node, closed), stubs: [],
    };
    spots.push(spot);
    byNumber.set(node.number, spot);
    const before = kinds[level];
    kinds[level] = before === undefined || before === node.max ? node.max : null;
    const first = next;
    if (!closed.has(node.number)) {
      spot.children = (node.children ?? []).map((child) => visit(child, spot, level + 1));
      const cut = node.cut ?? [];
      const texts = cut.length > STUBS ? [`${cut.length} cut`] : cut;
      spot.stubs = texts.map((text) => ({ x: (next++ + 0.5) * sizes.slot, y: spot.y + sizes.level * 0.62, text }));
    }
    if (next === first) next += 1;
    const ends = spot.children.length > 0 ? spot.children : null;
    spot.x = ends
      ? ((ends[0]?.x ?? 0) + Math.max(ends[ends.length - 1]?.x ?? 0, spot.stubs[spot.stubs.length - 1]?.x ?? 0)) / 2
      : ((first + next) / 2) * sizes.slot;
    return spot;
  }

  visit(root, null, 0);
  const levels = kinds.map((max, level) => ({ y: (level + 0.5) * sizes.level, max: max ?? null }));
  return { spots, byNumber, width: next * sizes.slot, height: levels.length * sizes.level, levels };
}

/** The nodes of a tree, in the order of the search. */
export function inOrder(root: TreeNode): TreeNode[] {
  const found: TreeNode[] = [];
  const waiting = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    found.push(node);
    waiting.push(...(node.children ?? []).toReversed());
  }
  return found;
}

/** `alpha 3, beta open`. */
export function windowText(window: { alpha: string | null; beta: string | null }): string {
  return `alpha ${window.alpha ?? '−∞'}, beta ${window.beta ?? '+∞'}`;
}
