// Who sits at the board, as one word: `person`, `level:5`, `time:2000`.

import type { Strength } from '../api';

export type Seat = string;

export const PERSON: Seat = 'person';

/** Milliseconds a move for an engine at full strength. */
const TIMES = [500, 1000, 3000, 10000];

export interface SeatChoice {
  seat: Seat;
  title: string;
}

/** Who can sit at a board; `levels` says how the engine plays at each level. */
export function seatChoices(levels: readonly string[]): SeatChoice[] {
  const engines = levels.map((how, number) => ({ seat: `level:${number + 1}`, title: `Engine, level ${number + 1}: ${how}` }));
  const times = TIMES.map((time) => ({ seat: `time:${time}`, title: `Engine, ${time / 1000} s a move` }));
  return [{ seat: PERSON, title: 'A person' }, ...engines, ...times];
}

/** How strong a seat's engine plays; `null` for a person. `left` is what its clock still has. */
export function strength(seat: Seat, left: number | null): Strength | null {
  const [kind, number] = seat.split(':');
  const value = Number(number);
  if (kind === 'level' && value >= 1) return { level: value };
  if (kind !== 'time' || !(value >= 1)) return null;
  return { milliseconds: Math.max(1, Math.round(left === null ? value : Math.min(value, left / 20))) };
}

/** What a seat is called beside the board. */
export function seatName(seat: Seat, people: number): string {
  const [kind, number] = seat.split(':');
  if (kind === 'level') return `Engine, level ${number}`;
  if (kind === 'time') return `Engine, ${Number(number) / 1000} s a move`;
  return people > 1 ? 'Person' : 'You';
}
