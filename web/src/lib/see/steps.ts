// The search as a film: every entering, every value that comes back, every window that changes, every cut.

import type { SearchTree, TreeNode, TreeWindow } from '../types';
import { listText } from '../display';
import { windowText } from './layout';

export interface Step {
  kind: 'enter' | 'leave' | 'cut';
  /** The node it happens at. */
  number: number;
  text: string;
}

/** Everything that happens, and when each node is entered, left and gets another window. */
export interface Film {
  steps: Step[];
  entered: Map<number, number>;
  left: Map<number, number>;
  windows: Map<number, { step: number; window: TreeWindow }[]>;
}

const side = (node: TreeNode) => (node.max ? 'MAX' : 'MIN');

const name = (node: TreeNode) => (node.display ?? 'the root');

function valueText(node: TreeNode): string {
  const bound = { exact: '', least: 'at least ', most: 'at most ' }[node.bound];
  return `${bound}${node.value}`;
}

function same(one: TreeWindow, other: TreeWindow): boolean {
  return one.alpha === other.alpha && one.beta === other.beta;
}

/** Makes the film of a searched tree. */
export function film(tree: SearchTree): Film {
  const made: Film = { steps: [], entered: new Map(), left: new Map(), windows: new Map() };
  const { steps } = made;

  function visit(node: TreeNode, parent: TreeNode | null): void {
    made.entered.set(node.number, steps.length);
    const shown = [{ step: steps.length, window: node.window }];
    made.windows.set(node.number, shown);
    const how = node.visit === 'plain' ? '' : ` (${node.visit})`;
    steps.push({
      kind: 'enter', number: node.number,
      text: `Enter ${name(node)}${how}: ${side(node)} to move, ${windowText(node.window)}.`,
    });
    for (const child of node.children ?? []) {
      visit(child, node);
      const before = shown[shown.length - 1]?.window ?? node.window;
      if (!child.after || same(before, child.after)) continue;
      shown.push({ step: steps.length - 1, window: child.after });
      const last = steps[steps.length - 1];
      if (last) last.text += ` ${side(node)} above has now ${windowText(child.after)}.`;
    }
    if (node.cut && node.cut_by) {
      steps.push({
        kind: 'cut', number: node.number,
        text: `Cut at ${name(node)}: ${windowText(node.cut_by)} leave nothing between. Not searched: ${node.cut.join(', ')}.`,
      });
    }
    made.left.set(node.number, steps.length);
    const folded = node.folded ? `, ${node.folded} positions below are folded` : '';
    steps.push({
      kind: 'leave', number: node.number,
      text: `${name(node) === 'the root' ? 'The root' : name(node)} is worth ${valueText(node)} for MAX (${node.reason}${folded}).`
        + (parent ? '' : ` Best line: ${listText(tree.display)}.`),
    });
  }

  visit(tree.root, null);
  return made;
}

/** The window that stands at a node at a moment of the film. */
export function windowAt(film: Film, number: number, step: number): TreeWindow | undefined {
  return film.windows.get(number)?.findLast((shown) => shown.step <= step)?.window;
}
