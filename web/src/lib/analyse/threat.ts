// What the opponent threatens: the best move of the same position with the opponent on move.

import { hint, Refusal, setup, state as askState } from '../api';
import { moveArrow, type Arrow } from '../board/arrows';
import type { GamePosition, GameState, Value } from '../types';

export interface Threat {
  /** The move as people read it; empty where there is none, or where the turn cannot be passed. */
  text: string;
  /** Its value for whoever threatens it. */
  value: Value | null;
  /** Who threatens. */
  player: number;
  arrows: Arrow[];
  /** Why there is no threat. */
  complaint: string;
}

/** How long it is looked for, in milliseconds. */
const THOUGHT = 800;

/** The threat against the player on move. */
export async function threatAt(place: GamePosition, shown: GameState, signal: AbortSignal): Promise<Threat> {
  const player = shown.mover === 0 ? 1 : 0;
  const none = { text: '', value: null, player, arrows: [] };
  try {
    const { position } = await setup(place, [], player);
    const passed = { game: shown.game, position, moves: [] };
    const there = await askState(passed, signal);
    if (there.ending || there.mover !== player) return { ...none, complaint: 'Nobody can pass here, so nothing is threatened.' };
    const found = await hint(passed, THOUGHT, signal);
    const move = there.moves.find(({ text }) => text === found.move);
    if (!move) return { ...none, complaint: 'Nothing is threatened.' };
    return { text: move.display, value: found.line.value, player, arrows: moveArrow(move, 'threat'), complaint: '' };
  } catch (error) {
    // A position in which nobody may pass, such as one in check, is none with the other side on move.
    if (error instanceof Refusal && error.status > 0 && error.status < 500) return { ...none, complaint: 'Nobody can pass here: the threat is on the board already.' };
    throw error;
  }
}
