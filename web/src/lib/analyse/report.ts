// A whole game judged: how much of their chances the players gave away with each move, and how exact they were.

import type { GraphPoint, Value } from '../types';

/** A move and what it cost. */
export interface JudgedMove {
  /** Its number, from 1. */
  ply: number;
  mover: number;
  /** How much of the mover's chances it gave away, from 0 to 1. */
  lost: number;
  /** Its sign; empty for a move that is as good as any. */
  glyph: '' | '?!' | '?' | '??';
}

export interface SideReport {
  moves: number;
  /** From 0 to 100: the mean over its moves. */
  accuracy: number;
  doubtful: number;
  mistakes: number;
  blunders: number;
}

/** From which loss on a move has a sign. */
const DOUBTFUL = 0.07;
const MISTAKE = 0.15;
const BLUNDER = 0.3;
/** How fast the accuracy of a move falls with what it gives away: 0.1 leaves two thirds. */
const STRICT = 4;
/** The smallest number of points that is a clear advantage. */
const LEAST_UNIT = 1;

/** How many points are a clear advantage in this game: twice what is usual in it. */
export function unitOf(points: readonly GraphPoint[]): number {
  const sizes = points.flatMap(({ value }) => ('points' in value ? [Math.abs(value.points)] : [])).toSorted((one, other) => one - other);
  return 2 * Math.max(LEAST_UNIT, sizes[Math.floor(sizes.length / 2)] ?? 0);
}

/** The first player's chances, from 0 to 1. */
export function chances(value: Value, unit: number): number {
  if ('win' in value) return 1;
  if ('loss' in value) return 0;
  return 1 / (1 + Math.exp(-value.points / unit));
}

const glyphOf = (lost: number): JudgedMove['glyph'] =>
  (lost >= BLUNDER ? '??' : lost >= MISTAKE ? '?' : lost >= DOUBTFUL ? '?!' : '');

/** The moves of a game with what each of them cost. */
export function judged(points: readonly GraphPoint[]): JudgedMove[] {
  const unit = unitOf(points);
  return points.slice(1).flatMap((after, number) => {
    const before = points[number];
    if (before?.mover === undefined || after.ply !== before.ply + 1) return [];
    const change = chances(after.value, unit) - chances(before.value, unit);
    const lost = Math.max(0, before.mover === 0 ? -change : change);
    return [{ ply: after.ply, mover: before.mover, lost, glyph: glyphOf(lost) }];
  });
}

/** How exact a move was that gave away so much, from 0 to 100. */
export const accuracyOf = (lost: number): number => 100 * Math.exp(-STRICT * lost);

/** Each side of a judged game. */
export function sides(moves: readonly JudgedMove[], players: number): SideReport[] {
  return Array.from({ length: players }, (_, player) => {
    const own = moves.filter(({ mover }) => mover === player);
    const count = (glyph: string) => own.filter((move) => move.glyph === glyph).length;
    const accuracy = own.length === 0 ? 100 : own.reduce((sum, { lost }) => sum + accuracyOf(lost), 0) / own.length;
    return { moves: own.length, accuracy, doubtful: count('?!'), mistakes: count('?'), blunders: count('??') };
  });
}
