// The course of a machine's results: shares of games won, drawn and lost over the last games.

/** Games over which shares are taken. */
export const WINDOW = 20;
/** Points of a line at most. */
const POINTS = 300;

export const KINDS = [
  { letter: 'w', title: 'won' },
  { letter: 'd', title: 'drawn' },
  { letter: 'l', title: 'lost' },
] as const;

export interface Line {
  title: string;
  /** Points as an SVG path takes them, in a box of 100 by 100. */
  points: string;
  /** The share over the last games, from 0 to 1. */
  share: number;
}

/** A line for each kind of result. */
export function lines(results: string): Line[] {
  const step = Math.max(1, Math.ceil(results.length / POINTS));
  return KINDS.map(({ letter, title }) => {
    const before = [0];
    for (const result of results) before.push((before.at(-1) ?? 0) + (result === letter ? 1 : 0));
    const share = (end: number) => {
      const begin = Math.max(0, end - WINDOW);
      return ((before[end] ?? 0) - (before[begin] ?? 0)) / Math.max(1, end - begin);
    };
    const points: string[] = [];
    for (let end = 1; end <= results.length; end += 1) {
      if ((end - 1) % step !== 0 && end !== results.length) continue;
      points.push(`${((100 * end) / results.length).toFixed(2)} ${(100 - 100 * share(end)).toFixed(2)}`);
    }
    return { title, points: points.join('L'), share: share(results.length) };
  });
}
