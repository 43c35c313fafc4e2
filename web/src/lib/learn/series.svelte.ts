// A series of Samuel's program that the visitor keeps: its polynomial, what became of it game by game, and the game that is
// shown. Every number comes from the running program.

import { beginSeries, isAbort, playSeries, state as ask, words } from '../api';
import { recall, remember } from '../stored';
import type { GameState, SeriesAnswer, SeriesState, SeriesTerm } from '../types';

/** Games that are kept for the chart. */
const MOST_GAMES = 84;
/** Games that are counted together, as Samuel did. */
export const GROUP = 7;
/** Leading terms that are compared with Samuel's. */
export const LEADING = 12;

/** What is kept of a game. */
export interface Kept {
  winner: string;
  /** Alpha's correlations after it, by term; null in reserve. */
  correlations: (number | null)[];
  replaced: number[];
  adjustments: number;
}

interface Stored {
  state: SeriesState;
  terms: SeriesTerm[];
  games: Kept[];
  score: [number, number, number];
}

const fits = (value: unknown): value is Stored => typeof value === 'object' && value !== null
  && 'state' in value && typeof value.state === 'object' && 'terms' in value && Array.isArray(value.terms)
  && 'games' in value && Array.isArray(value.games) && 'score' in value && Array.isArray(value.score);

const STORE = 'series';
const anySeed = () => Math.floor(Math.random() * 2 ** 31);

export class Series {
  state = $state.raw<SeriesState | null>(null);
  terms = $state.raw<SeriesTerm[]>([]);
  games = $state.raw<Kept[]>([]);
  /** Games that Alpha won, that were even, and that Beta won. */
  score = $state.raw<[number, number, number]>([0, 0, 0]);
  /** The moves of the game that is shown with the positions before them, and who had which side. */
  moves = $state.raw<string[]>([]);
  private positions: string[] = [];
  alpha = $state(1);
  shown = $state.raw<GameState | null>(null);
  ply = $state(0);
  busy = $state(false);
  running = $state(false);
  trouble = $state('');
  private asking = new AbortController();
  /** Counts the questions for boards: an answer to an older one is of no use. */
  private looks = 0;

  /** The active terms, the largest correlation first. */
  readonly ranking = $derived([...(this.state?.active ?? [])].sort((one, other) => Math.abs(other.correlation) - Math.abs(one.correlation)));

  /** How many of the leading terms are among Samuel's, and how many of those have his sign. */
  readonly shared = $derived.by((): [number, number] => {
    const leading = this.ranking.slice(0, LEADING).map((active) => this.terms[active.term]).filter((term) => term?.samuel !== undefined);
    return [leading.length, leading.filter((term) => Math.sign(term?.coefficient ?? 0) === term?.samuel).length];
  });

  /** Alpha's wins and losses by sevens, the last ones first. */
  readonly sevens = $derived.by(() => {
    const first = (this.state?.played ?? 0) - this.games.length;
    const groups = new Map<number, [number, number]>();
    this.games.forEach((game, number) => {
      const group = Math.floor((first + number) / GROUP);
      const [won, lost] = groups.get(group) ?? [0, 0];
      groups.set(group, [won + (game.winner === 'alpha' ? 1 : 0), lost + (game.winner === 'beta' ? 1 : 0)]);
    });
    return [...groups].map(([group, [won, lost]]) => ({ first: group * GROUP + 1, last: (group + 1) * GROUP, won, lost }));
  });

  async start(): Promise<void> {
    const stored = recall<Stored | null>(STORE, null, (value): value is Stored | null => fits(value));
    if (stored) {
      [this.state, this.terms, this.games, this.score] = [stored.state, stored.terms, stored.games, stored.score];
      await this.doing(() => this.look(0));
    } else await this.begin(2);
  }

  close(): void {
    this.running = false;
    this.asking.abort();
  }

  stop(): void {
    this.running = false;
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

  private take({ state, terms, game }: SeriesAnswer): void {
    [this.state, this.terms] = [state, terms];
    if (game) {
      const known = new Map(state.active.map((active) => [active.term, active.correlation]));
      const kept: Kept = {
        winner: game.winner, replaced: game.replaced, adjustments: game.adjustments,
        correlations: terms.map((_, term) => known.get(term) ?? null),
      };
      this.games = [...this.games, kept].slice(-MOST_GAMES);
      const [won, even, lost] = this.score;
      this.score = [won + (game.winner === 'alpha' ? 1 : 0), even + (game.winner === 'even' ? 1 : 0), lost + (game.winner === 'beta' ? 1 : 0)];
      [this.moves, this.positions, this.alpha] = [game.moves, game.positions, game.alpha];
    }
    remember(STORE, { state: this.state, terms: this.terms, games: this.games, score: this.score });
  }

  /** A new series. */
  async begin(series: number): Promise<void> {
    await this.doing(async () => {
      const answer = await beginSeries(series, anySeed(), this.asking.signal);
      [this.games, this.score, this.moves, this.positions] = [[], [0, 0, 0], [], []];
      this.take(answer);
      await this.look(0);
    });
  }

  /** The next game. */
  async play(): Promise<void> {
    await this.doing(async () => {
      if (!this.state) return;
      this.take(await playSeries(this.state, this.asking.signal));
      await this.look(this.moves.length);
    });
  }

  /** Plays game after game until it is stopped or in trouble. */
  async run(): Promise<void> {
    this.running = true;
    while (this.running) {
      await this.play();
      if (this.trouble) break;
      await new Promise((done) => setTimeout(done, 0));
    }
    this.running = false;
  }

  /** Shows the board after so many moves of the last game. */
  async look(ply: number): Promise<void> {
    this.ply = Math.min(Math.max(ply, 0), this.moves.length);
    this.looks += 1;
    const mine = this.looks;
    // A game goes on where repetition would end it: a board is reached by the last move alone.
    const [position, move] = [this.positions[this.ply - 1], this.moves[this.ply - 1]];
    const place = position === undefined || move === undefined ? { moves: [] } : { position, moves: [move] };
    const shown = await ask({ game: 'checkers', ...place }, this.asking.signal);
    if (mine === this.looks) this.shown = shown;
  }

  /** The same, by somebody who turns the pages. */
  async turn(ply: number): Promise<void> {
    try {
      await this.look(ply);
    } catch (error) {
      if (!isAbort(error)) this.trouble = words(error);
    }
  }
}
