// A game that is looked at: its moves, the position in it that is shown, and what the engine thinks of that.

import { analyse, graph, hint, isAbort, lines as askLines, readRecord, state as askState, terms, words } from '../api';
import { judged, type JudgedMove } from './report';
import { threatAt, type Threat } from './threat';
import { router } from '../route.svelte';
import { isSgf, readSgf } from '../sgf';
import { recall, remember } from '../stored';
import { analysisFor, keepAnalysis, readAnalysis, type KeptAnalysis } from './kept';
import { after, begins, branchAt, grown, holds, noted, promoted, pruned, shownLine, sideLine, toEnd, untold, type MoveTree, type Note } from './tree';
import type { DisplayMove, GameState, GraphPoint, Hint, Iteration, GamePosition, Terms, TurningPoint } from '../types';

/** How long the engine thinks about a position, in seconds. */
const SECONDS = 60;
/** Time for each position of a graph, in milliseconds. */
const GRAPH_TIME = 150;
/** How long a better line at a turning point is looked for, and how many of them. */
const LINE_TIME = 400;
const LINES_SHOWN = 8;
/** How long a hint is thought about, in milliseconds. */
const HINT_TIME = 1500;

/** Lines that are asked for at once, and changes that can be taken back. */
const LINES_AT_ONCE = 60;
const UNDONE = 50;

/** A graph that was drawn before, with the game it belongs to. */
interface Drawn {
  game: string;
  points: GraphPoint[];
  turns: TurningPoint[];
  /** Better lines at turning points, by the number of the move. */
  better?: BetterLine[];
}

/** What should have been played instead of a move, and how that goes on. */
export interface BetterLine {
  ply: number;
  moves: string[];
  display: DisplayMove[];
}

const isDrawn = (value: unknown): value is Drawn =>
  typeof value === 'object' && value !== null && 'game' in value && 'points' in value && 'turns' in value
  && Array.isArray(value.turns) && value.turns.every((turn) => typeof turn === 'object' && turn !== null && 'display' in turn);
const isText = (value: unknown): value is string => typeof value === 'string';
const isCount = (value: unknown): value is number => typeof value === 'number' && value >= 1 && value <= 10;
const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';

export class Study {
  place = $state.raw<GamePosition>({ game: '', moves: [] });
  ply = $state(0);
  /** All lines of this game; `place` holds the one that is walked along. */
  tree = $state.raw<MoveTree>({ next: [] });
  /** Trees before changes that took something away or moved it. */
  private before = $state.raw<MoveTree[]>([]);
  state = $state.raw<GameState | null>(null);
  terms = $state.raw<Terms | null>(null);
  evaluator = $state<string | undefined>(undefined);
  /** Whether the board shows what each piece is worth to a learnt evaluation. */
  heat = $state(recall('heat', false, isFlag));
  trouble = $state('');

  iteration = $state.raw<Iteration | null>(null);
  running = $state(false);
  /** Whether every position is thought about as soon as it is shown. */
  live = $state(recall('live', true, isFlag));
  lines = $state(recall('lines', 3, isCount));
  /** Whether the best moves are drawn on the board. */
  arrows = $state(recall('arrows', true, isFlag));
  searchTrouble = $state('');

  points = $state.raw<GraphPoint[]>([]);
  turns = $state.raw<TurningPoint[]>([]);
  graphing = $state(false);
  /** Better lines at the turning points. */
  better = $state.raw<BetterLine[]>([]);
  /** All moves of the graph with what they cost. */
  readonly judged: JudgedMove[] = $derived(judged(this.points));

  /** What the opponent would do if it were the opponent's turn. */
  threat = $state.raw<Threat | null>(null);
  threatening = $state(false);
  /** The game that the graph belongs to. */
  private graphed = '';

  hint = $state.raw<Hint | null>(null);
  hinting = $state(false);

  private showing = new AbortController();
  private search = new AbortController();
  private drawing = new AbortController();
  private advising = new AbortController();
  private naming = new AbortController();
  private closed = false;
  private kept: KeptAnalysis;

  constructor(place: GamePosition, ply: number | undefined) {
    this.place = { ...place, moves: [...place.moves] };
    this.ply = Math.min(ply ?? place.moves.length, place.moves.length);
    // A reload, the way back to a line of this game, or a new analysis.
    this.kept = analysisFor(place);
    this.tree = this.kept.tree;
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
  private async go(whole: GamePosition, ply: number, how: { anew?: boolean; quiet?: boolean; kept?: KeptAnalysis } = {}): Promise<boolean> {
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
      const other = how.anew === true || how.kept !== undefined || left.game !== this.place.game || left.position !== this.place.position;
      const branched = how.quiet !== true && !begins(this.place.moves, left.moves);
      if (other) {
        [this.kept, this.before] = [how.kept ?? analysisFor(this.place), []];
        this.tree = this.kept.tree;
      }
      this.keepTree(grown(this.tree, this.place.moves, shown.display));
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
        return this.go(whole, ply, how);
      }
      this.trouble = words(error);
      return false;
    }
  }

  /** Keeps a tree as the one of this analysis, and asks for what its moves are called. */
  private keepTree(tree: MoveTree): void {
    if (tree !== this.tree || this.kept.tree !== tree) {
      this.tree = tree;
      this.kept = { ...this.kept, game: this.place.game, tree };
      keepAnalysis(this.kept);
    }
    void this.nameMoves();
  }

  /** Asks how people read the moves that nobody has told yet. */
  private async nameMoves(): Promise<void> {
    this.naming.abort();
    this.naming = new AbortController();
    const { signal } = this.naming;
    const wanted = untold(this.tree).slice(0, LINES_AT_ONCE);
    if (wanted.length === 0 || this.closed) return;
    try {
      const { lines } = await askLines(this.place, wanted, signal);
      if (signal.aborted) return;
      this.keepTree(lines.reduce((tree, texts, number) => grown(tree, wanted[number] ?? [], texts), this.tree));
    } catch {
      // The texts of the moves are shown instead.
    }
  }

  /** A change that takes something away or moves it: it can be taken back. */
  private change(tree: MoveTree): void {
    this.before = [...this.before.slice(1 - UNDONE), this.tree];
    this.keepTree(tree);
  }

  get canUndo(): boolean {
    return this.before.length > 0;
  }

  /** Takes the last change of the tree back; what was played since stays. */
  undo(): void {
    const tree = this.before.at(-1);
    if (!tree) return;
    this.before = this.before.slice(0, -1);
    this.keepTree(grown(tree, this.place.moves, shownLine(this.tree, this.place.moves)));
  }

  /** The branch of the shown position; nothing at the start. */
  get here(): (Note & { move: string }) | undefined {
    return branchAt(this.tree, this.shown.moves);
  }

  /** What is said of the shown position. */
  get note(): Note {
    return this.ply === 0 ? this.tree : (this.here ?? {});
  }

  say(note: Note): void {
    this.keepTree(noted(this.tree, this.shown.moves, note));
  }

  /** Whether the shown position stands in a side line. */
  get aside(): boolean {
    return sideLine(this.tree, this.shown.moves) > 0;
  }

  /** Puts the line of the shown position before the one that it left, or makes it the main line. */
  promote(whole: boolean): void {
    this.change(promoted(this.tree, this.shown.moves, whole));
  }

  /** Takes the shown move away, with everything that follows it. */
  async prune(): Promise<void> {
    const line = this.shown.moves;
    if (line.length === 0) return;
    const left = pruned(this.tree, line);
    const rest = line.slice(0, -1);
    const tree = this.tree;
    if (!(await this.go({ ...this.place, moves: rest }, rest.length, { quiet: true }))) return;
    this.before = [...this.before.slice(1 - UNDONE), tree];
    this.keepTree(left);
  }

  /** Shows the position after a line; the way on is its main line. */
  async choose(line: readonly string[]): Promise<void> {
    const along = begins(this.place.moves, line) ? this.place.moves : toEnd(this.tree, line);
    await this.go({ ...this.place, moves: [...along] }, line.length);
  }

  /** Shows the next or the previous of the moves that were tried here. */
  async beside(step: number): Promise<void> {
    const parent = this.shown.moves.slice(0, -1);
    const tried = after(this.tree, parent).map((branch) => branch.move);
    const next = tried[tried.indexOf(this.shown.moves.at(-1) ?? '') + step];
    if (next !== undefined && this.ply > 0) await this.choose([...parent, next]);
  }

  /** Goes on with another analysis of this game. */
  async open(kept: KeptAnalysis): Promise<void> {
    const moves = toEnd(kept.tree, []);
    await this.go({ ...this.place, moves }, moves.length, { kept });
  }

  /** This analysis as it is kept. */
  get analysis(): KeptAnalysis {
    return { ...this.kept, tree: this.tree };
  }

  /** Gives up what was to be shown: only the last request counts, and none after the view is gone. */
  private begin(): AbortSignal {
    this.showing.abort();
    this.showing = new AbortController();
    if (this.closed) this.showing.abort();
    return this.showing.signal;
  }

  /** Plays a move at the shown position; what came after it stays, as another line. */
  async play(typed: string): Promise<void> {
    const text = this.state?.moves.find((move) => move.display === typed)?.text ?? typed;
    if (this.place.moves[this.ply] === text) return void (await this.show(this.ply + 1));
    const line = [...this.shown.moves, text];
    await this.go({ ...this.place, moves: holds(this.tree, line) ? toEnd(this.tree, line) : line }, this.ply + 1);
  }

  /** Plays a whole line. */
  async follow(moves: readonly string[]): Promise<void> {
    await this.go({ ...this.place, moves: [...this.shown.moves, ...moves] }, this.ply + 1);
  }

  /** Reads an analysis, a position or a game record from a text; false where something of it was not understood. */
  async read(text: string): Promise<boolean> {
    const analysis = readAnalysis(text);
    if (analysis) return this.take(analysis);
    const signal = this.begin();
    try {
      const record = isSgf(text) && this.state ? readSgf(text, this.state).join(' ') : text;
      const read = await readRecord(this.place.game, record, signal);
      if (signal.aborted) return false;
      const complaint = read.rest === undefined ? '' : `Read up to ${JSON.stringify(read.rest)}: ${read.complaint ?? ''}`;
      if (complaint !== '' && read.moves.length === 0) {
        this.trouble = complaint;
        return false;
      }
      const place: GamePosition = { game: read.game, moves: read.moves };
      if (read.position !== undefined) place.position = read.position;
      // Another game is another analysis; this one is kept.
      if (!(await this.go(place, place.moves.length, { anew: !begins(place.moves, this.place.moves) }))) return false;
      this.trouble = complaint;
      return complaint === '';
    } catch (error) {
      if (!isAbort(error) && !signal.aborted) this.trouble = words(error);
      return false;
    }
  }

  /** Goes on with an analysis that came from elsewhere; this one is kept. */
  private async take(analysis: KeptAnalysis): Promise<boolean> {
    const { game, position, tree } = analysis;
    const place: GamePosition = { game, moves: toEnd(tree, []), ...(position === undefined ? {} : { position }) };
    return this.go(place, place.moves.length, { kept: analysis });
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

  setArrows(arrows: boolean): void {
    this.arrows = arrows;
    remember('arrows', arrows);
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
    this.better = [];
    this.graphed = '';
  }

  /** Shows the graph of this game if it was drawn before, and none otherwise. */
  private recallGraph(): void {
    this.forgetGraph();
    const drawn = recall<Drawn | null>('graph', null, isDrawn);
    if (drawn?.game !== this.whole) return;
    [this.points, this.turns, this.graphed] = [drawn.points, drawn.turns, drawn.game];
    this.better = drawn.better ?? [];
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
      const keep = () => remember('graph', { game: this.graphed, points: this.points, turns, better: this.better });
      keep();
      for (const { ply } of turns.toSorted((one, other) => other.lost - one.lost).slice(0, LINES_SHOWN)) {
        const place = { ...this.place, moves: this.place.moves.slice(0, ply - 1) };
        const { line } = await hint(place, LINE_TIME, signal);
        if (signal.aborted) return;
        this.better = [...this.better, { ply, moves: line.moves, display: line.display }];
      }
      keep();
    } catch (error) {
      if (!isAbort(error) && !signal.aborted) this.searchTrouble = words(error);
    } finally {
      if (!signal.aborted) this.graphing = false;
    }
  }

  /** Puts a better line into the tree, as a variation that nobody has to follow. */
  addBetter({ ply, moves }: BetterLine): void {
    this.keepTree(grown(this.tree, [...this.place.moves.slice(0, ply - 1), ...moves]));
  }

  /** Whether the tree has a better line already. */
  hasBetter({ ply, moves }: BetterLine): boolean {
    return holds(this.tree, [...this.place.moves.slice(0, ply - 1), ...moves]);
  }

  /** Looks for what the opponent threatens. */
  async takeThreat(): Promise<void> {
    this.forgetHint();
    const { signal } = this.advising;
    const { state } = this;
    if (!state || state.mover === null) return;
    this.threatening = true;
    try {
      const found = await threatAt(this.shown, state, signal);
      if (!signal.aborted) this.threat = found;
    } catch (error) {
      if (!isAbort(error) && !signal.aborted) this.searchTrouble = words(error);
    } finally {
      if (!signal.aborted) this.threatening = false;
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
    [this.hinting, this.threatening] = [false, false];
    [this.hint, this.threat] = [null, null];
  }

  close(): void {
    this.closed = true;
    this.naming.abort();
    this.showing.abort();
    this.advising.abort();
    this.stop();
    this.drawing.abort();
  }
}

const baseOf = (place: GamePosition): string => place.game.split(':')[0] ?? '';
