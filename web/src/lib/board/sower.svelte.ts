// Seeds that are sown one by one: what the houses hold meanwhile.

import type { Square } from '../types';
import { seedTime } from './motion';

export class Sower {
  /** The counters that are shown instead of the board's own. */
  private counts = $state.raw<readonly number[] | null>(null);
  /** The house that got the last seed. */
  at = $state<number | null>(null);
  private timer: ReturnType<typeof setInterval> | undefined;

  /** Shows these counters one after the other, then the board's own. */
  sow(steps: readonly (readonly number[])[]): void {
    this.stop();
    let shown = 0;
    const step = () => {
      const [before, now] = [steps[shown - 1], steps[shown]];
      this.counts = now ?? null;
      this.at = now && before ? now.findIndex((count, cell) => count > (before[cell] ?? 0)) : null;
      shown += 1;
      if (!now) this.stop();
    };
    if (steps.length === 0) return;
    step();
    this.timer = setInterval(step, seedTime(steps.length));
  }

  /** Shows the board as it is. */
  stop(): void {
    clearInterval(this.timer);
    [this.counts, this.at] = [null, null];
  }

  /** A square as it is shown now. */
  shown(square: Square, cell: number): Square {
    return this.counts === null ? square : { ...square, count: this.counts[cell] ?? 0 };
  }
}
