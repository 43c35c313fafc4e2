// Values as people read them, always from the first player's view.

import type { Value } from './types';

/** Points that count as a clear advantage on the evaluation bar. */
const UNIT = 3;

/** A value for the side to move, as the first player sees it. */
export function forFirst(value: Value, mover: number | null): Value {
  if (mover !== 1) return value;
  if ('win' in value) return { loss: value.win };
  if ('loss' in value) return { win: value.loss };
  return { points: -value.points };
}

/** The first player's share of the bar, from 0 to 1. */
export function share(value: Value): number {
  if ('win' in value) return 1;
  if ('loss' in value) return 0;
  return 1 / (1 + Math.exp(-value.points / UNIT));
}

/** `+0.35`, `win in 3`. */
export function valueText(value: Value): string {
  if ('win' in value) return value.win === 0 ? 'won' : `win in ${value.win}`;
  if ('loss' in value) return value.loss === 0 ? 'lost' : `loss in ${value.loss}`;
  return `${value.points > 0 ? '+' : ''}${value.points.toFixed(2)}`;
}

/** `1,234`, `56.7 k`, `8.9 M`. */
export function countText(number: number): string {
  if (number < 10_000) return String(number);
  if (number < 1_000_000) return `${(number / 1000).toFixed(1)} k`;
  return `${(number / 1_000_000).toFixed(1)} M`;
}
