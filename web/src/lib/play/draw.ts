// What an engine answers to the offer of a draw.

import { hint } from '../api';
import type { GamePosition, Value } from '../types';

/** How long it thinks about that, in milliseconds. */
const THOUGHT = 800;
/** Plies before which nobody agrees on a draw. */
const EARLY = 10;
/** So many points behind is as good as even. */
const EVEN = 0.15;

/** Whether a value for whoever offers is one with which the opponent is content. */
export function content(value: Value): boolean {
  if ('win' in value) return true;
  return 'points' in value && value.points >= -EVEN;
}

/** The engine's answer to an offer of the player on move: it takes a draw where it sees itself no better. */
export async function answerTo(place: GamePosition, signal: AbortSignal): Promise<'accepted' | 'declined' | 'early'> {
  if (place.moves.length < EARLY) return 'early';
  const { line } = await hint(place, THOUGHT, signal);
  return content(line.value) ? 'accepted' : 'declined';
}
