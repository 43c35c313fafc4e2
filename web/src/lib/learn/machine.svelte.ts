// A machine of matchboxes that the visitor keeps: its boxes, its results, and the game that is shown. Every number comes
// from the running machine.

import { drawBead, isAbort, state as ask, teachMachine, trainMachine, words } from '../api';
import type { MachineName } from '../route.svelte';
import { recall, remember } from '../stored';
import type { BoxBoard, BoxContent, GameState, MachineAnswer, MachineRival, MachineState } from '../types';

export interface MachineAbout {
  title: string;
  game: string;
  /** The machine's side. */
  side: number;
  rivals: { name: MachineRival; title: string }[];
  /** Boxes that it can have. */
  all: number;
}

export const MACHINES: Record<MachineName, MachineAbout> = {
  her: {
    title: 'HER', game: 'hexapawn', side: 1, all: 19,
    rivals: [{ name: 'seeker', title: 'a seeker of weaknesses' }, { name: 'random', title: 'random moves' }, { name: 'perfect', title: 'perfect play' }],
  },
  menace: {
    title: 'MENACE', game: 'tictactoe', side: 0, all: 338,
    rivals: [{ name: 'random', title: 'random moves' }, { name: 'perfect', title: 'perfect play' }, { name: 'seeker', title: 'a seeker of weaknesses' }],
  },
};

/** How fast a machine trains: games in a question, and milliseconds between two of them. */
export const SPEEDS = [
  { name: 'slow', title: 'a game a second', games: 1, pause: 1000 },
  { name: 'quick', title: 'ten games a second', games: 1, pause: 100 },
  { name: 'fast', title: 'as fast as it can', games: 20, pause: 0 },
] as const;
export type SpeedName = (typeof SPEEDS)[number]['name'];

/** Results that are kept for the curve. */
const MOST_SCORES = 5000;
/** Games that a machine plays at most: its beads stay numbers that can be read. */
export const MOST_GAMES = 100_000;

interface Kept {
  boxes: BoxContent[];
  played: number;
  seed: number;
  /** `w`, `d` or `l` for each of the last games. */
  results: string;
}

const fits = (value: unknown): value is Kept => typeof value === 'object' && value !== null
  && 'boxes' in value && Array.isArray(value.boxes) && 'played' in value && Number.isInteger(value.played)
  && 'seed' in value && Number.isInteger(value.seed) && 'results' in value && typeof value.results === 'string';

const anySeed = () => Math.floor(Math.random() * 2 ** 31);
const letter = (score: number) => (score === 1 ? 'w' : score === 0 ? 'l' : 'd');

/** A bead that was drawn in the game that is shown. */
export interface Drawn {
  number: number;
  /** The colour; none if the box was empty. */
  colour?: number;
}

export class Machine {
  readonly about: MachineAbout;
  boxes = $state.raw<BoxContent[]>([]);
  boards = $state.raw<BoxBoard[]>([]);
  played = $state(0);
  results = $state('');
  /** Whether no box is left from which a move can be drawn that makes its result worse. */
  perfect = $state(false);
  /** What the last game changed: by the number of the box, the beads of each colour. */
  changes = $state.raw<ReadonlyMap<number, readonly number[]>>(new Map());
  /** How many games these are the changes of: one, or more where some were played at once. */
  games = $state(0);
  /** The beads drawn in the game with a person. */
  drawn = $state.raw<Drawn[]>([]);
  /** The game that is shown. */
  shown = $state.raw<GameState | null>(null);
  /** Whether a person plays it. */
  person = $state(true);
  /** How it ended. */
  verdict = $state('');
  /** Whether a question is under way. */
  busy = $state(false);
  training = $state(false);
  trouble = $state('');
  private seed = anySeed();
  private asking = new AbortController();

  constructor(readonly name: MachineName) {
    this.about = MACHINES[name];
    const kept = recall<Kept | null>(this.store, null, (value): value is Kept | null => fits(value));
    if (kept) [this.boxes, this.played, this.seed, this.results] = [kept.boxes, kept.played, kept.seed, kept.results];
  }

  private get store(): string {
    return `machine ${this.name}`;
  }

  private get state(): MachineState {
    return { machine: this.name, boxes: this.boxes, played: this.played, seed: this.seed, known: this.boards.length };
  }

  /** All beads in all boxes. */
  readonly beads = $derived(this.boxes.reduce((sum, box) => sum + box.beads.reduce((some, beads) => some + beads, 0), 0));

  /** The boxes that the game that is shown has used or changed. */
  readonly used = $derived([...new Set([...this.drawn.map((drawn) => drawn.number), ...this.changes.keys()])]);

  /** Whether the person can move now. */
  readonly open = $derived.by(() =>
    this.person && !this.busy && !this.training && this.verdict === '' && this.shown?.mover === 1 - this.about.side);

  /** Opens the machine as it was left, and begins a game with a person. */
  async start(): Promise<void> {
    await this.doing(async () => {
      try {
        this.take(await trainMachine(this.state, 'random', 0, this.asking.signal));
      } catch (error) {
        if (isAbort(error)) throw error;
        // What was remembered is of no use any more.
        this.empty();
        this.take(await trainMachine(this.state, 'random', 0, this.asking.signal));
      }
      await this.begin();
    });
  }

  /** Leaves: nothing that is still under way is waited for. */
  close(): void {
    this.training = false;
    this.asking.abort();
  }

  private async doing(deed: () => Promise<void>): Promise<void> {
    this.busy = true;
    this.trouble = '';
    try {
      await deed();
    } catch (error) {
      if (!isAbort(error)) this.trouble = words(error);
    } finally {
      this.busy = false;
    }
  }

  private empty(): void {
    [this.boxes, this.boards, this.played, this.results, this.perfect] = [[], [], 0, '', false];
    [this.changes, this.drawn, this.seed] = [new Map(), [], anySeed()];
  }

  /** Takes over what has become of the machine. */
  private take(answer: MachineAnswer): void {
    const changes = new Map<number, number[]>();
    answer.boxes.forEach((box, number) => {
      const before = this.boxes[number]?.beads;
      const change = before ? box.beads.map((beads, colour) => beads - (before[colour] ?? 0)) : [];
      if (change.some((difference) => difference !== 0)) changes.set(number, change);
    });
    this.boards = [...this.boards, ...answer.boards];
    [this.boxes, this.perfect] = [answer.boxes, answer.perfect];
    if (answer.games.length === 0) return;
    [this.changes, this.games] = [changes, answer.games.length];
    this.played += answer.games.length;
    this.results = (this.results + answer.games.map((game) => letter(game.score)).join('')).slice(-MOST_SCORES);
  }

  private keep(): void {
    const kept: Kept = { boxes: this.boxes, played: this.played, seed: this.seed, results: this.results };
    remember(this.store, kept);
  }

  private async show(moves: string[]): Promise<void> {
    this.shown = await ask({ game: this.about.game, moves }, this.asking.signal);
  }

  private async begin(): Promise<void> {
    [this.person, this.verdict, this.drawn, this.changes, this.games] = [true, '', [], new Map(), 0];
    await this.show([]);
    await this.goOn();
  }

  /** A new game with a person. */
  async again(): Promise<void> {
    this.training = false;
    await this.doing(() => this.begin());
  }

  /** An empty machine. */
  async forget(): Promise<void> {
    this.training = false;
    await this.doing(async () => {
      this.empty();
      this.keep();
      await this.begin();
    });
  }

  /** The person's move. */
  async play(text: string): Promise<void> {
    await this.doing(async () => {
      await this.show([...(this.shown?.played ?? []), text]);
      await this.goOn();
    });
  }

  /** The machine's move if it is its turn; the lesson if the game is over. */
  private async goOn(): Promise<void> {
    while (this.shown && !this.shown.ending && this.shown.mover === this.about.side) {
      const moves = this.shown.played;
      const answer = await drawBead(this.state, moves, this.asking.signal);
      this.take(answer);
      const { number, colour, move } = answer.draw ?? { number: 0 };
      this.drawn = [...this.drawn, { number, ...(colour === undefined ? {} : { colour }) }];
      if (move === undefined) return this.learn(moves, true);
      await this.show([...moves, move]);
    }
    if (this.shown?.ending) await this.learn(this.shown.played, false);
  }

  private async learn(moves: string[], resigned: boolean): Promise<void> {
    const answer = await teachMachine(this.state, moves, resigned, this.asking.signal);
    this.take(answer);
    this.keep();
    this.verdict = this.told(answer.games[0]?.score ?? 0, resigned);
  }

  private told(score: number, resigned: boolean): string {
    const { title } = this.about;
    if (resigned) return `${title}’s box is empty: it resigns.`;
    return score === 1 ? `${title} wins.` : score === 0 ? `${title} loses.` : 'A draw.';
  }

  /** Some games against a rival; the last one is shown. */
  async train(rival: MachineRival, games: number): Promise<void> {
    await this.doing(async () => {
      const answer = await trainMachine(this.state, rival, games, this.asking.signal);
      this.take(answer);
      this.keep();
      const last = answer.games.at(-1);
      if (!last) return;
      [this.person, this.drawn] = [false, []];
      await this.show(last.moves);
      this.verdict = this.told(last.score, last.score === 0 && this.shown?.ending === undefined);
    });
  }

  /** Trains until it is stopped, in trouble, or perfect. */
  async goOnTraining(rival: () => MachineRival, speed: () => SpeedName): Promise<void> {
    this.training = true;
    const before = this.perfect;
    while (this.training && this.played < MOST_GAMES) {
      const { games, pause } = SPEEDS.find((one) => one.name === speed()) ?? SPEEDS[0];
      await this.train(rival(), games);
      if (this.trouble || (this.perfect && !before)) break;
      await new Promise((done) => setTimeout(done, pause));
    }
    this.training = false;
  }

  stop(): void {
    this.training = false;
  }
}
