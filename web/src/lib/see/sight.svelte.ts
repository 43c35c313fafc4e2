// What the tree view shows of a place: the searched trees, what is folded and selected, how far the film has run.

import { isAbort, tree, words } from '../api';
import { recall, remember } from '../stored';
import type { GamePosition, SearchTree, TreeMethod, TreeNode } from '../types';
import { Boards } from './boards.svelte';
import { inOrder } from './layout';
import { film } from './steps';

export interface TreeSettings {
  depth: number;
  method: TreeMethod;
  /** Minimax beside alpha-beta. */
  compare: boolean;
  limit: number;
  evaluator: string;
}

interface Remembered extends TreeSettings {
  step: number | null;
  selected: number | null;
  /** Which of two trees is looked at. */
  side?: number;
  /** Whether a story arranged it: then it is nobody's habit. */
  guided?: boolean;
}

/** What is looked at of the trees. */
type Seen = { step: number | null; selected: number | null; side: number };

const DEFAULTS: Remembered = { depth: 3, method: 'alphabeta', compare: false, limit: 400, evaluator: '', step: null, selected: null };

const fits = (value: unknown): value is Remembered =>
  typeof value === 'object' && value !== null && Object.keys(DEFAULTS).every((key) => key in value);

const keyOf = (place: GamePosition) => `tree ${place.game} ${place.position ?? ''} ${place.moves.join(' ')}`;

/** Arranges what the tree view of a place shows when it is opened next; with a step, as a film from there. */
export function arrange(place: GamePosition, settings: Partial<TreeSettings>, step: number | null): void {
  const arranged: Remembered = { ...DEFAULTS, ...settings, step, selected: null, guided: true };
  remember(keyOf(place), arranged);
}

export class Sight {
  settings = $state<TreeSettings>({ ...DEFAULTS });
  trees = $state.raw<SearchTree[]>([]);
  closed = $state.raw<ReadonlySet<number>[]>([]);
  selected = $state<number | null>(null);
  /** Which of two trees is looked at. */
  side = $state(0);
  step = $state<number | null>(null);
  busy = $state(false);
  trouble = $state('');
  readonly boards: Boards;
  private asking: AbortController | undefined;
  private readonly key: string;
  private readonly guided: boolean;

  constructor(readonly place: GamePosition) {
    this.key = keyOf(place);
    this.boards = new Boards(place);
    const { step, selected, side, guided, ...settings } = recall(this.key, recall('tree', DEFAULTS, fits), fits);
    this.guided = guided ?? false;
    Object.assign(this.settings, settings);
    void this.search({ step, selected, side: side ?? 0 });
  }

  readonly shown = $derived(this.trees[this.side] ?? this.trees[0]);
  readonly film = $derived(this.shown ? film(this.shown) : { steps: [], entered: new Map(), left: new Map(), windows: new Map() });
  readonly nodes = $derived(this.shown ? inOrder(this.shown.root) : []);
  readonly numbers = $derived(new Map<number, TreeNode>(this.nodes.map((node) => [node.number, node])));

  /** Searches anew with the present settings. What was looked at before a reload is looked at again. */
  async search(seen: Seen = { step: null, selected: null, side: 0 }): Promise<void> {
    // A reload in the middle of a long search searches the same.
    this.remember(seen);
    this.asking?.abort();
    const asking = new AbortController();
    this.asking = asking;
    this.busy = true;
    const { depth, method, compare, limit, evaluator } = this.settings;
    const methods: TreeMethod[] = compare ? ['minimax', 'alphabeta'] : [method];
    try {
      const found: SearchTree[] = [];
      for (const one of methods) {
        found.push(await tree(this.place, depth, one, limit, evaluator || undefined, asking.signal));
      }
      if (asking.signal.aborted) return;
      this.trees = found;
      this.closed = found.map(() => new Set());
      this.side = seen.side < found.length ? seen.side : 0;
      this.selected = this.numbers.has(seen.selected ?? -1) ? seen.selected : null;
      this.step = seen.step === null ? null : Math.min(seen.step, this.film.steps.length - 1);
      this.trouble = '';
      this.remember(this);
    } catch (error) {
      if (!isAbort(error) && !asking.signal.aborted) this.trouble = words(error);
    } finally {
      if (this.asking === asking) this.busy = false;
    }
  }

  select(side: number, number: number): void {
    this.side = side;
    this.selected = number;
    this.remember(this);
  }

  setStep(step: number | null): void {
    this.step = step;
    if (step !== null) this.selected = this.film.steps[step]?.number ?? null;
    this.remember(this);
  }

  /** Hides what lies below a node, or shows it again. What the server folded is searched from there. */
  fold(side: number, number: number): void {
    this.closed = this.closed.map((closed, index) => {
      if (index !== side) return closed;
      const next = new Set(closed);
      if (!next.delete(number)) next.add(number);
      return next;
    });
  }

  /** The moves that lead from the root to a node. */
  path(number: number): string[] {
    const walk = (node: TreeNode, path: string[]): string[] | undefined => {
      if (node.number === number) return path;
      for (const child of node.children ?? []) {
        const found = walk(child, child.move === undefined ? path : [...path, child.move]);
        if (found) return found;
      }
      return undefined;
    };
    return this.shown ? (walk(this.shown.root, []) ?? []) : [];
  }

  close(): void {
    this.asking?.abort();
    this.boards.close();
  }

  private remember({ step, selected, side }: Seen): void {
    const value: Remembered = { ...this.settings, step, selected, side };
    remember(this.key, this.guided ? { ...value, guided: true } : value);
    // An evaluator belongs to its game, and is no habit for others.
    if (!this.guided) remember('tree', { ...DEFAULTS, ...this.settings, evaluator: '' });
  }
}
