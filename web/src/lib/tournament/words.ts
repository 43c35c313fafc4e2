// Figures of a tournament as people read them.

import type { PlayedGame } from '../types';

/** `+35`, `-120`; open ends are infinite. */
export function eloText(elo: number | null): string {
  if (elo === null) return '∞';
  const whole = Math.round(elo);
  return `${whole > 0 ? '+' : whole < 0 ? '−' : ''}${Math.abs(whole)}`;
}

/** `12 s`, `3 min`, `2 h 5 min`. */
export function lengthText(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** `97 %`, with a digit more at the ends; never quite nothing or everything. */
export function percent(share: number): string {
  if (share > 0.999) return '> 99.9 %';
  if (share < 0.001) return '< 0.1 %';
  const digits = share > 0.995 || share < 0.005 ? 1 : 0;
  return `${(share * 100).toFixed(digits)} %`;
}

/** As results are written under games. */
export const RESULTS: Record<PlayedGame['result'], string> = { first: '1–0', second: '0–1', draw: '½–½', void: '0–0' };

/** How a game ended, as people say it; what ends on the board needs no other word. */
export const reasonText = (reason: string) => (reason === 'position' ? 'on the board' : reason);

/** A moment as the reader's clock has it. */
export const moment = (milliseconds: number) =>
  new Date(milliseconds).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** `1½` of a number of halves. */
export function pointsText(points: number): string {
  const whole = Math.floor(points);
  const half = points - whole >= 0.5;
  return half ? `${whole === 0 ? '' : whole}½` : String(whole);
}
