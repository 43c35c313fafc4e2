// Drawings of figures, in a square of 100 by 100. Chess pieces are silhouettes; the pieces of Baroque chess are discs
// with a sign of how they capture.

export interface Figure {
  /** The silhouette; a disc if absent. */
  body?: string;
  /** Lines on it. */
  lines?: string;
  /** Filled shapes on it. */
  fill?: string;
}

const chess: Record<string, Figure> = {
  pawn: { body: 'M50 19a14 14 0 0 1 8.5 25c8 4 10.500 14 11.500 26h7v12H23V70h7c1-12 3.500-22 11.500-26A14 14 0 0 1 50 19z' },
  rook: { body: 'M24 83V71h7l3-30-8-7V17h10v8h9v-8h10v8h9v-8h10v17l-8 7 3 30h7v12z', lines: 'M34 41h32M32 71h36' },
  bishop: {
    body: 'M50 9a6 6 0 0 1 4 10.500c10 7.500 17 17 17 27.500 0 8-4 14-10 17l2 7h12v12H25V71h12l2-7c-6-3-10-9-10-17 0-10.500 7-20 17-27.500A6 6 0 0 1 50 9z',
    lines: 'M50 33v18M41 42h18M39 64h22',
  },
  knight: {
    body: 'M31 83V72c1-12 11-17 14-28-6 4-11 5-15 10l-5 4-10-8 12-24 2-13 11 7c23-3 37 14 37 41v11h6v11z',
    lines: 'M36 31h.01M46 44c5-2 8-6 9-11M60 28c8 7 10 18 10 34',
  },
  queen: {
    body: 'M17 31a6 6 0 1 1 6 3l10 16 3-26a6 6 0 1 1 6-1l8 22 8-22a6 6 0 1 1 6 1l3 26 10-16a6 6 0 1 1 6-3l-10 40h5v12H22V71h5z',
    lines: 'M30 61h40M27 71h46',
  },
  king: {
    body: 'M46 8h8v8h8v8h-8v7c11-5 27-1 27 13 0 11-9 17-12 23l1 4h6v12H24V71h6l1-4c-3-6-12-12-12-23 0-14 16-18 27-13v-7h-8v-8h8z',
    lines: 'M50 32v31M31 66h38',
  },
};

const baroque: Record<string, Figure> = {
  pincer: { lines: 'M24 33l15 17-15 17M76 33L61 50l15 17', fill: 'M50 44a6 6 0 1 1 0 12a6 6 0 1 1 0-12' },
  withdrawer: { lines: 'M42 50h33M62 36l14 14-14 14', fill: 'M28 43a7 7 0 1 1 0 14a7 7 0 1 1 0-14' },
  coordinator: { lines: 'M50 19v62M19 50h62M50 34a16 16 0 1 1 0 32a16 16 0 1 1 0-32' },
  leaper: { lines: 'M23 62c4-38 48-38 53-4M65 51l11 11 8-13', fill: 'M50 53a7 7 0 1 1 0 14a7 7 0 1 1 0-14' },
  freezer: {
    lines: 'M50 20v60M24 35l52 30M76 35L24 65M42 25l8 8 8-8M42 75l8-8 8 8M25 46l11-4-2-11M75 54l-11 4 2 11M75 46l-11-4 2-11M25 54l11 4-2 11',
  },
  imitator: { lines: 'M29 30h42v20c0 16-9 25-21 25S29 66 29 50zM37 45h9M54 45h9M41 60c5 5 13 5 18 0' },
  king: { fill: 'M27 68l-6-36 17 14 12-21 12 21 17-14-6 36z' },
};

/** The drawing of a figure in a game; the letter must do where there is none. */
export function figure(game: string, name: string): Figure | undefined {
  return game.startsWith('baroque') ? baroque[name] : chess[name];
}

/** The colour of a player's pieces: by the name where it is a colour. */
export function tone(players: readonly string[], owner: number): string {
  const name = players[owner] ?? '';
  if (name === 'White') return 'white';
  if (name === 'Black') return 'black';
  return TONES[owner] ?? 'sixth';
}

/** The colours of players who have none by name. */
const TONES = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];

const COLOURS: Record<string, string> = {
  first: 'Red', second: 'Yellow', third: 'Green', fourth: 'Blue', fifth: 'Purple', sixth: 'Orange',
};

/** Players that have a colour of their own; pieces of all others look alike. */
const COLOURED = 6;

/** What sides are called beside coloured pieces: a bare letter of the notation, such as `x`, says nothing there. */
export function sideNames(players: readonly string[]): string[] {
  return players.map((name, owner) => {
    if (!/^[a-z]$/.test(name)) return name;
    return owner < COLOURED ? (COLOURS[tone(players, owner)] ?? name) : `Player ${name}`;
  });
}

/** A sentence of the server about these players, with the names of the sides where it has bare letters of the notation. */
export function withSides(sentence: string, players: readonly string[]): string {
  const names = sideNames(players);
  return sentence.replaceAll(/(?<![\w(])[a-z](?![\w)])/g, (letter) => names[players.indexOf(letter)] ?? letter);
}

/** What is said where a king could be taken: only chess and checkmate variants know a check. */
export const alarmText = (game: string) => (/^chess|end=checkmate/.test(game) ? 'Check!' : 'The king is in danger!');

/** What becomes of a seed in a pit: places in a spiral, so that any number looks gathered. */
export function scattered(count: number, radius: number): { x: number; y: number }[] {
  const shown = Math.min(count, 40);
  const reach = Math.min(radius, 9 + 6.2 * Math.sqrt(shown));
  return Array.from({ length: shown }, (_, number) => {
    const angle = number * 2.39996;
    const distance = reach * Math.sqrt((number + 0.5) / shown);
    return { x: distance * Math.cos(angle), y: distance * Math.sin(angle) };
  });
}
