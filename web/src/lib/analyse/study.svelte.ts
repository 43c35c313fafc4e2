// A game that is looked at: its moves, the position in it that is shown, and what the engine thinks of that.

import { analyse, graph, hint, isAbort, readRecord, state as askState, terms, words } from '../api';
import { Display } from '../display.svelte';
import { router } from '../route.svelte';
import { recall, remember } from '../stored';
import { begins, keep } from './variations';
import type { GameState, GraphPoint, Hint, Iteration, GamePosition, Terms, TurningPoint } from '../types';

/** How long the engine thinks about a position, in seconds. */
const SECONDS = 60;
/** Time for each position of a graph, in milliseconds. */
const GRAPH_TIME = 150;
/** How long a hint is thought about, in milliseconds. */
const HINT_TIME = 1500;

/** A graph that was drawn before, with the game it belongs to. */
interface Drawn {
  game: string;
  points: GraphPoint[];
  turns: TurningPoint[];
}

const isDrawn = (value: unknown): value is Drawn =>
  typeof value === 'object' && value !== null && 'game' in value && 'points' in value && 'turns' in value
  && Array.isArray(value.turns) && value.turns.every((turn) => typeof turn === 'object' && turn !== null && 'display' in turn);
const isLines = (value: unknown): value is string[][] =>
  Array.isArray(value) && value.every((line) => Array.isArray(line) && line.every((move) => typeof move === 'string'));
const isText = (value: unknown): value is string => typeof value === 'string';
const isCount = (value: unknown): value is number => typeof value === 'number' && value >= 1 && value <= 10;
const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';

export class Study {
  place = $state<GamePosition>({ game: '', moves: [] });
  ply = $state(0);
  /** Lines of this game that are not the one in `place`. */
  variations = $state.raw<string[][]>([]);
  /** The moves of all lines as people read them. */
  readonly display = new Display();
  state = $state<GameState | null>(null);
  terms = $state<Terms | null>(null);
  evaluator = $state<string | undefined>(undefined);
  /** Whether the board shows what each piece is worth to a learnt evaluation. */
  heat = $state(recall('heat', false, isFlag));
  trouble = $state('');

  iteration = $state<Iteration | null>(null);
  running = $state(false);
  /** Whether every position is thought about as soon as it is shown. */
  live = $state(recall('live', true, isFlag));
  lines = $state(recall('lines', 3, isCount));
  searchTrouble = $state('');

  points = $state<GraphPoint[]>([]);
  turns = $state<TurningPoint[]>([]);
  graphing = $state(false);
  /** The game that the graph belongs to. */
  private graphed = '';

  hint = $state<Hint | null>(null);
  hinting = $state(false);

  private showing = new AbortController();
  private search = new AbortController();
  private drawing = new AbortController();
  private advising = new AbortController();
  private closed = false;

  constructor(place: GamePosition, ply: number | undefined) {
    this.place = { ...place, moves: [...place.moves] };
    this.ply = Math.min(ply ?? place.moves.length, place.moves.length);
    // A reload, or the way back to a line of this game.
    const kept = recall<string[][]>(storeOf(place), [], isLines);
    const own = place.moves.length > 0 && kept.some((line) => begins(line, place.moves));
    this.variations = own ? keep(kept, [], place.moves) : [];
    const evaluator = recall(`evaluator.${baseOf(place)}`, '', isText);
    this.evaluator = evaluator === '' ? undefined : evaluator;
  }

  /** The whole game as one text. */
  private get whole(): string {
    return [this.place.game, this.place.position ?? '', ...this.place.moves].join(' ');
  }

  /** The place that is shown. */
  get shown(): GamePosition {
    return { ...this.place, moves: this.place.moves.slice(0, this.ply) };
  }

  /** Shows a position of the game. */
  show(ply: number): Promise<boolean> {
    return this.go(this.place, ply);
  }

  /** Shows a position of a game, which is this one from then on; nothing changes where it is refused or given up. */
  private async go(whole: GamePosition, ply: number): Promise<boolean> {
    const signal = this.begin();
    const wanted = Math.max(0, Math.min(ply, whole.moves.length));
    const place = { ...whole, moves: whole.moves.slice(0, wanted) };
    try {
      const [shown, said] = await Promise.all([askState(place, signal), terms(place, this.evaluator, signal)]);
      if (signal.aborted) return false;
      this.state = shown;
      this.terms = said;
      this.ply = wanted;
      const left = this.place;
      this.place = { ...whole, game: shown.game, moves: [...shown.played, ...whole.moves.slice(wanted)] };
      this.trouble = '';
      const branched = this.keepLine(left);
      this.display.learn(this.place, shown.played, shown.display);
      void this.display.want(this.place, [this.place.moves, ...this.variations]);
      router.note('analyse', this.place, this.ply, branched);
      this.forgetHint();
      this.stop();
      this.iteration = null;
      if (this.graphed !== this.whole) this.recallGraph();
      if (this.live) void this.think();
      return true;
    } catch (error) {
      if (isAbort(error) || signal.aborted) return false;
      // A remembered evaluator may be gone in another variant or version.
      if (this.evaluator !== undefined && words(error).startsWith('evaluator')) {
        this.evaluator = undefined;
        return this.go(whole, ply);
      }
      this.trouble = words(error);
      return false;
    }
  }

  /** Keeps the line that is left, where the new one does not go on from it; tells whether it does not. */
  private keepLine(left: GamePosition): boolean {
    const same = storeOf(left) === storeOf(this.place);
    const branched = same && !begins(this.place.moves, left.moves);
    if (!same) this.variations = [];
    else this.variations = keep(this.variations, branched ? left.moves : [], this.place.moves);
    this.rememberLines();
    return branched;
  }

  private rememberLines(): void {
    if (this.place.moves.length > 0) remember(storeOf(this.place), [this.place.moves, ...this.variations]);
  }

  /** Shows another line of the game. */
  async choose(line: readonly string[], ply: number): Promise<void> {
    await this.go({ ...this.place, moves: [...line] }, ply);
  }

  /** Forgets a line of the game. */
  forget(number: number): void {
    this.variations = this.variations.filter((_, place) => place !== number);
    this.rememberLines();
  }

  /** Gives up what was to be shown: only the last request counts, and none after the view is gone. */
  private begin(): AbortSignal {
    this.showing.abort();
    this.showing = new AbortController();
    if (this.closed) this.showing.abort();
    return this.showing.signal;
  }

  /** Plays a move at the shown position; what came after it is kept as a variation. */
  async play(typed: string): Promise<void> {
    const text = this.state?.moves.find((move) => move.display === typed)?.text ?? typed;
    if (this.place.moves[this.ply] === text) return void (await this.show(this.ply + 1));
    await this.go({ ...this.place, moves: [...this.shown.moves, text] }, this.ply + 1);
  }

  /** Plays a whole line. */
  async follow(moves: readonly string[]): Promise<void> {
    await this.go({ ...this.place, moves: [...this.shown.moves, ...moves] }, this.ply + 1);
  }

  /** Reads a position or a game record from a text; false where something of it was not understood. */
  async read(text: string): Promise<boolean> {
    const signal = this.begin();
    try {
      const read = await readRecord(this.place.game, text, signal);
      if (signal.aborted) return false;
      const complaint = read.rest === undefined ? '' : `Read up to ${JSON.stringify(read.rest)}: ${read.complaint ?? ''}`;
      if (complaint !== '' && read.moves.length === 0) {
        this.trouble = complaint;
        return false;
      }
      const place: GamePosition = { game: read.game, moves: read.moves };
      if (read.position !== undefined) place.position = read.position;
      if (!(await this.go(place, place.moves.length))) return false;
      this.trouble = complaint;
      return complaint === '';
    } catch (error) {
      if (!isAbort(error) && !signal.aborted) this.trouble = words(error);
      return false;
    }
  }

  /** Sets a position up by its text. */
  setUp(position: string): Promise<boolean> {
    const { game } = this.place;
    return this.go(position.trim() === '' ? { game, moves: [] } : { game, position, moves: [] }, 0);
  }

  /** Thinks about the shown position. */
  async think(): Promise<void> {
    this.stop();
    const { signal } = this.search;
    this.searchTrouble = '';
    if (!this.state || this.state.ending || this.state.mover === null || this.state.players.length !== 2) return;
    this.running = true;
    try {
      const options = {
        lines: this.lines, seconds: SECONDS, ...(this.evaluator === undefined ? {} : { evaluator: this.evaluator }),
      };
      const last = await analyse(this.shown, options, (found) => {
        if (!signal.aborted) this.iteration = found;
      }, signal);
      if (!signal.aborted && last.lines.length > 0) this.iteration = last;
    } catch (error) {
      if (!isAbort(error) && !signal.aborted) this.searchTrouble = words(error);
    } finally {
      if (!signal.aborted) this.running = false;
    }
  }

  /** Stops thinking. */
  stop(): void {
    this.search.abort();
    this.search = new AbortController();
    this.running = false;
  }

  setLive(live: boolean): void {
    this.live = live;
    remember('live', live);
    if (live) void this.think();
    else this.stop();
  }

  setLines(lines: number): void {
    this.lines = lines;
    remember('lines', lines);
    if (this.running || this.live) void this.think();
  }

  setHeat(heat: boolean): void {
    this.heat = heat;
    remember('heat', heat);
  }

  async setEvaluator(name: string): Promise<void> {
    this.evaluator = name;
    remember(`evaluator.${baseOf(this.place)}`, name);
    await this.show(this.ply);
  }

  private forgetGraph(): void {
    this.drawing.abort();
    this.graphing = false;
    this.points = [];
    this.turns = [];
    this.graphed = '';
  }

  /** Shows the graph of this game if it was drawn before, and none otherwise. */
  private recallGraph(): void {
    this.forgetGraph();
    const drawn = recall<Drawn | null>('graph', null, isDrawn);
    if (drawn?.game !== this.whole) return;
    [this.points, this.turns, this.graphed] = [drawn.points, drawn.turns, drawn.game];
  }

  /** Looks at every position of the game. */
  async draw(): Promise<void> {
    this.forgetGraph();
    this.stop();
    this.drawing = new AbortController();
    const { signal } = this.drawing;
    this.graphing = true;
    this.graphed = this.whole;
    this.searchTrouble = '';
    try {
      const { turns } = await graph(this.place, GRAPH_TIME, (point) => {
        if (!signal.aborted) this.points = [...this.points, point];
      }, signal);
      if (signal.aborted) return;
      this.turns = turns;
      remember('graph', { game: this.graphed, points: this.points, turns });
    } catch (error) {
      if (!isAbort(error) && !signal.aborted) this.searchTrouble = words(error);
    } finally {
      if (!signal.aborted) this.graphing = false;
    }
  }

  /** Asks for a hint; one for a position that is not shown any more is nobody's. */
  async takeHint(): Promise<void> {
    this.forgetHint();
    const { signal } = this.advising;
    this.hinting = true;
    try {
      const found = await hint(this.shown, HINT_TIME, signal);
      if (!signal.aborted) this.hint = found;
    } catch (error) {
      if (!isAbort(error) && !signal.aborted) this.searchTrouble = words(error);
    } finally {
      if (!signal.aborted) this.hinting = false;
    }
  }

  private forgetHint(): void {
    this.advising.abort();
    this.advising = new AbortController();
    this.hinting = false;
    this.hint = null;
  }

  close(): void {
    this.closed = true;
    this.display.close();
    this.showing.abort();
    this.advising.abort();
    this.stop();
    this.drawing.abort();
  }
}

/** Under which the lines of a game are remembered. */
const storeOf = (place: GamePosition): string => `variations ${place.game} ${place.position ?? ''}`;

const baseOf = (place: GamePosition): string => place.game.split(':')[0] ?? '';
