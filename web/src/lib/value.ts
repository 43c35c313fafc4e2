// Values as people read them, always from the first player's view.

import type { GamePosition, Value, Variant } from './types';

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

/** `+0.35`, `White wins in 3`: who wins is told by name, since nobody sees from a number whose win it is. */
export function valueText(value: Value, players: readonly string[] = []): string {
  const wins = (player: number, plies: number) =>
    `${players[player] ?? (player === 0 ? 'First' : 'Second')} ${plies === 0 ? 'has won' : `wins in ${plies}`}`;
  if ('win' in value) return wins(0, value.win);
  if ('loss' in value) return wins(1, value.loss);
  return `${value.points > 0 ? '+' : ''}${value.points.toFixed(2)}`;
}

/** Points that are told as none, since two digits show nothing of them. */
const NOTHING = 0.005;

/** `White ahead by 0.76`, `even`, `White wins in 3`: for a value as the first player sees it, without a sign. */
export function aheadText(value: Value, players: readonly string[]): string {
  if (!('points' in value)) return valueText(value, players);
  if (Math.abs(value.points) < NOTHING) return 'even';
  return `${players[value.points > 0 ? 0 : 1] ?? 'one side'} ahead by ${Math.abs(value.points).toFixed(2)}`;
}

/** `1,234`, `56.7 k`, `8.9 M`. */
export function countText(number: number): string {
  if (number < 10_000) return String(number);
  if (number < 1_000_000) return `${(number / 1000).toFixed(1)} k`;
  return `${(number / 1_000_000).toFixed(1)} M`;
}

/** What sets a variant apart, as a phrase that stands alone. */
export const variantText = (words: string): string => (words === '' ? 'Usual rules' : words.charAt(0).toUpperCase() + words.slice(1));

/** What sets a game apart, by its whole name: in words where the catalogue has them, else as its options are written. */
export function variantOf(name: string, variants: readonly Variant[]): string {
  const options = name.split(':').slice(1).join(':');
  return variants.find((one) => one.name === name)?.words ?? options;
}

/** `start position`, `after 3 plies`, `set-up position, after 3 plies`; what sets a variant apart before it. */
export function placeText({ game, position, moves }: GamePosition, variants: readonly Variant[] = []): string {
  const plies = moves.length === 1 ? 'after 1 ply' : `after ${moves.length} plies`;
  const where = position !== undefined ? 'set-up position' : moves.length === 0 ? 'start position' : '';
  return [variantOf(game, variants), where, moves.length > 0 ? plies : ''].filter((part) => part !== '').join(', ');
}
