// Boards of nodes, fetched as they come into sight and kept.

import { state } from '../api';
import type { GameState, GamePosition } from '../types';

/** Requests under way at once. */
const AT_ONCE = 4;
/** Boards kept; the oldest goes first. */
const KEPT = 400;

export class Boards {
  private readonly known = $state<Record<string, GameState>>({});
  private readonly asked = new Set<string>();
  private readonly waiting: string[][] = [];
  private running = 0;
  private readonly leaving = new AbortController();

  constructor(private readonly place: GamePosition) {}

  /** The board after these moves, if it has come; asks for it otherwise. */
  get(path: string[]): GameState | undefined {
    return this.known[path.join(' ')];
  }

  want(path: string[]): void {
    const key = path.join(' ');
    if (this.asked.has(key) || path.includes('pass')) return;
    this.asked.add(key);
    this.waiting.push(path);
    this.pump();
  }

  /** Asks for nothing more. */
  close(): void {
    this.waiting.length = 0;
    this.leaving.abort();
  }

  private pump(): void {
    while (this.running < AT_ONCE && this.waiting.length > 0) {
      const path = this.waiting.pop();
      if (!path) return;
      this.running += 1;
      void state({ ...this.place, moves: [...this.place.moves, ...path] }, this.leaving.signal)
        .then((found) => this.keep(path.join(' '), found), () => undefined)
        .finally(() => {
          this.running -= 1;
          this.pump();
        });
    }
  }

  private keep(key: string, found: GameState): void {
    this.known[key] = found;
    const keys = Object.keys(this.known);
    for (const old of keys.slice(0, Math.max(0, keys.length - KEPT))) {
      delete this.known[old];
      this.asked.delete(old);
    }
  }
}
