// A game in progress on this page: the place, who sits where, clocks, remarks. The rules are the server's.

import { engineMove, isAbort, moveNow, state as askState, takeBack as askTakeBack, words } from '../api';
import { follows, motionOf } from '../board/motion';
import { router } from '../route.svelte';
import { settings } from '../settings.svelte';
import { recall, remember } from '../stored';
import type { GameState, GamePosition } from '../types';
import { Clock, type ClockSetting } from './clock.svelte';
import { answerTo } from './draw';
import { PERSON, strength, type Seat } from './seats';

/** Shortest time between two moves of engines that play each other, so that one can follow, in milliseconds. */
const WATCHING = 500;
/** How often an engine is told to move that has not begun to think, in milliseconds. */
const IMPATIENCE = 200;
/** Games that the browser remembers. */
const REMEMBERED = 30;

export interface Remark {
  ply: number;
  who: number;
  text: string;
}

/** What is remembered of a match besides its moves. */
interface Kept {
  seats: Seat[];
  seed: number;
  /** What the engine's memory of this game is kept under; none in games that an older page kept. */
  key?: string;
  clock: ClockSetting | null;
  left: number[];
  resigned: number | null;
  /** Whether the players agreed on a draw. */
  agreed?: boolean;
  remarks: Remark[];
  /** The moves played, so that another game from the same start is not taken for this one. */
  moves: string;
  /** Whether the second side was below; not said where nobody turned the board. */
  flipped?: boolean;
  /** Where it began, and whether it is over; none in games that an older page kept. */
  start?: { game: string; position?: string };
  over?: boolean;
}

type Shelf = { key: string; kept: Kept }[];

const isShelf = (value: unknown): value is Shelf =>
  Array.isArray(value) && value.every((entry) =>
    typeof entry === 'object' && entry !== null && 'key' in entry && Array.isArray((entry as { kept?: Kept }).kept?.seats));

export class Match {
  place = $state.raw<GamePosition>({ game: '', moves: [] });
  state = $state.raw<GameState | null>(null);
  seats = $state.raw<Seat[]>([]);
  remarks = $state.raw<Remark[]>([]);
  resigned = $state<number | null>(null);
  agreed = $state(false);
  /** Who offers a draw, and waits for what the opponent says. */
  offering = $state<number | null>(null);
  /** What an offer was answered with. */
  answer = $state('');
  paused = $state(false);
  thinking = $state(false);
  /** Whether a person's move is on its way to the server: a second one has to wait for what becomes of it. */
  moving = $state(false);
  trouble = $state('');
  /** How somebody turned the board; `null` for nobody. */
  private turned = $state<boolean | null>(null);
  readonly clock = new Clock(() => this.flagged());

  /** When the last move will have been seen happening. */
  private seen = 0;
  private seed = 1;
  /** Names this game to the server; every new game has another. */
  private key = newKey();
  /** Everything that is being asked for; whoever changes the game gives it up first. */
  private work = new AbortController();
  /** Whether another view took the page over: late answers change nothing then. */
  private closed = false;

  constructor(place: GamePosition, private readonly opponent: Seat) {
    this.place = { ...place, moves: [...place.moves] };
  }

  /** Fetches the position and goes on from it. */
  async open(): Promise<void> {
    const played = this.place.moves.join(' ');
    const games = recall<Shelf>('matches', [], isShelf).filter((entry) => entry.key === keyOf(this.place)).map(({ kept }) => kept);
    // A game that begins anew is nobody's yet, whoever sat at the last one.
    const kept = games.find(({ moves }) => moves === played)
      ?? games.find(({ moves }) => played !== '' && `${moves} `.startsWith(`${played} `));
    const same = kept?.moves === played;
    if (!(await this.show(this.place, this.work.signal))) return;
    const players = this.state?.players.length ?? 2;
    this.seats = kept?.seats.length === players ? kept.seats : this.defaultSeats(players);
    this.seed = kept?.seed ?? randomSeed();
    this.key = kept?.key ?? this.key;
    this.remarks = kept?.remarks.filter((remark) => remark.ply <= this.place.moves.length) ?? [];
    this.turned = kept?.flipped ?? null;
    this.resigned = same ? (kept?.resigned ?? null) : null;
    this.agreed = same && kept?.agreed === true;
    this.clock.set(kept?.clock ?? null, same ? (kept?.left ?? null) : null, players);
    this.keep();
    this.goOn();
  }

  private defaultSeats(players: number): Seat[] {
    return Array.from({ length: players }, (_, number) => (number === 0 ? PERSON : this.opponent));
  }

  /** Whether the second side is below: as somebody turned the board, else the side of the only person. */
  get flipped(): boolean {
    return this.turned ?? (this.people === 1 && this.seats.length === 2 && this.seats[1] === PERSON);
  }

  turn(): void {
    this.turned = !this.flipped;
    this.keep();
  }

  /** What the game brought the only person, if it is over and somebody won. */
  get fate(): 'won' | 'lost' | null {
    const own = this.people === 1 ? this.seats.indexOf(PERSON) : -1;
    if (own < 0 || this.verdict === null || this.agreed) return null;
    const won = WINNERS.indexOf(this.state?.ending?.winner ?? '');
    const lost = this.state?.ending ? -1 : (this.resigned ?? this.clock.fallen ?? -1);
    if (won < 0 && lost < 0) return null;
    return won === own || (lost >= 0 && lost !== own) ? 'won' : 'lost';
  }

  get people(): number {
    return this.seats.filter((seat) => seat === PERSON).length;
  }

  /** How the game ended, if it did: by the rules, by resignation or by the clock. */
  get verdict(): string | null {
    const names = this.state?.players ?? [];
    if (this.state?.ending) return this.state.ending.sentence;
    if (this.agreed) return 'Draw by agreement.';
    if (this.resigned !== null) return `${names[this.resigned] ?? 'A player'} resigns.`;
    if (this.clock.fallen !== null) return `${names[this.clock.fallen] ?? 'A player'} has run out of time.`;
    return null;
  }

  get personsTurn(): boolean {
    const mover = this.state?.mover ?? null;
    return this.verdict === null && !this.thinking && mover !== null && this.seats[mover] === PERSON;
  }

  /** Plays a person's move; a text that is no move changes nothing. */
  async play(text: string): Promise<void> {
    if (!this.personsTurn || this.moving) return;
    const { signal } = this.work;
    const mover = this.state?.mover ?? 0;
    this.moving = true;
    const played = await this.advance(text, signal);
    if (signal.aborted) return;
    this.moving = false;
    if (!played) return;
    this.clock.moved(mover);
    this.goOn();
  }

  private async advance(text: string, signal: AbortSignal): Promise<boolean> {
    if (!(await this.show({ ...this.place, moves: [...this.place.moves, text] }, signal))) return false;
    this.keep();
    return true;
  }

  /** Takes moves back until a person is to move again. */
  async takeBack(): Promise<void> {
    this.stop();
    const { signal } = this.work;
    if (this.place.moves.length > 0) {
      const persons = this.seats.flatMap((seat, player) => (seat === PERSON ? [player] : []));
      const shown = await this.asked(askTakeBack(this.place, persons, signal), signal);
      if (!shown) return;
      this.resigned = null;
      this.agreed = false;
      this.clock.forgive();
      this.accept(shown);
    }
    this.remarks = this.remarks.filter((remark) => remark.ply <= this.place.moves.length);
    if (this.people === 0) this.paused = true;
    this.keep();
    this.goOn();
  }

  resign(): void {
    const mover = this.state?.mover ?? 0;
    const own = this.seats.findIndex((seat) => seat === PERSON);
    this.stop();
    this.resigned = this.seats[mover] === PERSON || own < 0 ? mover : own;
    this.clock.stop();
    this.keep();
  }

  /** Whether the person on move may offer a draw: an offer that was refused stands until the next move. */
  get mayOffer(): boolean {
    return this.personsTurn && !this.moving && this.seats.length === 2 && this.offering === null && this.answer === '';
  }

  /** Offers the opponent a draw; an engine answers at once, another person by `decide`. */
  async offerDraw(): Promise<void> {
    if (!this.mayOffer) return;
    this.offering = this.state?.mover ?? 0;
    if (this.people > 1) return;
    const { signal } = this.work;
    try {
      const answer = await answerTo(this.place, signal);
      if (!signal.aborted) this.decide(answer === 'accepted', answer === 'early' ? 'It is too early for a draw.' : 'Your opponent plays on.');
    } catch (error) {
      this.offering = null;
      if (!isAbort(error) && !signal.aborted) this.trouble = words(error);
    }
  }

  /** The answer to an offer. */
  decide(agreed: boolean, refusal = 'The offer is declined.'): void {
    this.offering = null;
    this.answer = agreed ? '' : refusal;
    if (!agreed) return;
    this.stop();
    this.agreed = true;
    this.clock.stop();
    this.keep();
  }

  /** The engine plays what it has found so far. */
  async moveNow(): Promise<void> {
    const { signal } = this.work;
    try {
      // A search that still waits for its turn cannot be ended yet.
      while (this.thinking && (await moveNow(this.key, signal)).hurried === 0) await new Promise((done) => setTimeout(done, IMPATIENCE));
    } catch (error) {
      if (!isAbort(error) && !signal.aborted) this.trouble = words(error);
    }
  }

  /** Starts again from the start position with these seats and this clock; false where that cannot be. */
  async restart(seats: Seat[], clock: ClockSetting | null): Promise<boolean> {
    this.stop();
    const shown = await this.ask({ ...this.place, moves: [] }, this.work.signal);
    if (!shown) return false;
    dropKey(this.key);
    this.turned = null;
    this.seats = seats;
    this.seed = randomSeed();
    this.key = newKey();
    this.remarks = [];
    this.resigned = null;
    this.agreed = false;
    this.paused = false;
    this.clock.set(clock, null, seats.length);
    this.accept(shown);
    this.keep();
    this.goOn();
    return true;
  }

  pause(): void {
    this.paused = !this.paused;
    this.stop();
    this.goOn();
  }

  close(): void {
    if (this.state) this.keep();
    this.closed = true;
    this.stop();
    this.clock.stop();
  }

  private stop(): void {
    this.work.abort();
    this.work = new AbortController();
    this.thinking = false;
    this.moving = false;
    this.offering = null;
  }

  private flagged(): void {
    this.stop();
    this.keep();
  }

  /** Lets the clock run and, where it is an engine's or chance's turn, asks for its move. */
  private goOn(): void {
    const mover = this.state?.mover ?? null;
    const resting = this.paused && this.people === 0;
    if (this.verdict !== null || !this.state || this.closed || resting) return this.clock.stop();
    if (this.place.moves.length > 0 && mover !== null) this.clock.run(mover);
    const seat = mover === null ? null : (this.seats[mover] ?? PERSON);
    if (seat !== PERSON) void this.think(mover, seat);
  }

  private async think(mover: number | null, seat: Seat | null): Promise<void> {
    const { signal } = this.work;
    this.thinking = true;
    const left = mover === null ? null : (this.clock.left[mover] ?? null);
    const how = (seat === null ? null : strength(seat, this.clock.setting ? left : null)) ?? { level: 1 };
    // The last move is to be seen before the next one.
    const pause = Math.max(this.seen - performance.now(), this.people === 0 ? WATCHING : 0);
    const wait = pause > 0 ? new Promise((done) => setTimeout(done, pause)) : Promise.resolve();
    try {
      const [answer] = await Promise.all([engineMove(this.place, how, this.seed, this.key, signal), wait]);
      if (this.closed || signal.aborted) return;
      if (answer.remark !== '' && mover !== null) {
        const ply = this.place.moves.length + 1;
        this.remarks = [...this.remarks.slice(-50), { ply, who: mover, text: answer.remark }];
      }
      this.accept(answer.state);
      this.keep();
      this.thinking = false;
      if (mover !== null) this.clock.moved(mover);
      this.goOn();
    } catch (error) {
      if (isAbort(error) || signal.aborted) return;
      this.thinking = false;
      this.trouble = words(error);
    }
  }

  /** Asks again after something went wrong. */
  async again(): Promise<void> {
    this.stop();
    this.trouble = '';
    if (this.state === null) return this.open();
    if (await this.show(this.place, this.work.signal)) this.goOn();
  }

  /** Asks for a place and shows it; what is shown stays where that fails or nobody wants it any more. */
  private async show(place: GamePosition, signal: AbortSignal): Promise<boolean> {
    const shown = await this.ask(place, signal);
    if (shown) this.accept(shown);
    return shown !== null;
  }

  private ask(place: GamePosition, signal: AbortSignal): Promise<GameState | null> {
    return this.asked(askState(place, signal), signal);
  }

  /** What was asked for; nothing where that fails or nobody wants it any more. */
  private async asked(answer: Promise<GameState>, signal: AbortSignal): Promise<GameState | null> {
    try {
      const shown = await answer;
      return this.closed || signal.aborted ? null : shown;
    } catch (error) {
      if (!isAbort(error) && !signal.aborted) this.trouble = words(error);
      return null;
    }
  }

  private accept(shown: GameState): void {
    const before = this.state;
    const moved = before !== null && settings.moving && follows(before, shown);
    this.seen = performance.now() + (moved ? motionOf(before, shown).length : 0);
    this.state = shown;
    this.answer = '';
    this.place = { ...this.place, game: shown.game, moves: shown.played };
    this.trouble = '';
    router.note('play', this.place);
  }

  /** Remembers what the address does not say. */
  keep(): void {
    const { setting, left } = this.clock;
    const kept: Kept = {
      seats: this.seats, seed: this.seed, key: this.key, clock: setting, left: [...left], resigned: this.resigned,
      remarks: this.remarks, moves: this.place.moves.join(' '), start: startOf(this.place), over: this.verdict !== null,
      ...(this.turned === null ? {} : { flipped: this.turned }), ...(this.agreed ? { agreed: true } : {}),
    };
    shelve(this.place, kept);
  }

  /** The same game once more with the sides exchanged. */
  rematch(): Promise<boolean> {
    return this.restart(this.seats.toReversed(), this.clock.setting);
  }
}

/** How the server names winners, in the order of first moves. */
const WINNERS: readonly string[] = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];

const startOf = ({ game, position }: GamePosition) => ({ game, ...(position === undefined ? {} : { position }) });

const keyOf = (place: GamePosition): string => `${place.game} ${place.position ?? ''}`;

/** Keeps a match in place of what was kept of it before; others of the same game stay. */
function shelve(place: GamePosition, kept: Kept): void {
  const key = keyOf(place);
  const others = recall<Shelf>('matches', [], isShelf).filter((entry) =>
    entry.kept.key !== kept.key && !(entry.key === key && (entry.kept.key === undefined || entry.kept.moves === '')));
  remember('matches', [{ key, kept }, ...others].slice(0, REMEMBERED));
}

/** Forgets a match. */
function dropKey(key: string): void {
  remember('matches', recall<Shelf>('matches', [], isShelf).filter((entry) => entry.kept.key !== key));
}

/** Forgets who would sit at a game that is begun anew; games that were begun stay. */
export function forget(place: GamePosition): void {
  const key = keyOf(place);
  remember('matches', recall<Shelf>('matches', [], isShelf).filter((entry) => entry.key !== key || entry.kept.moves !== ''));
}

/** A game that was left in the middle. */
export interface OpenGame {
  place: GamePosition;
  seats: Seat[];
}

/** The games that were left in the middle, the last one first. */
export function openGames(): OpenGame[] {
  return recall<Shelf>('matches', [], isShelf).flatMap(({ kept }) => {
    if (kept.moves === '' || kept.over !== false || kept.start === undefined) return [];
    return [{ place: { ...kept.start, moves: kept.moves.split(' ') }, seats: kept.seats }];
  });
}

/** Decides who will sit at a game that is opened next. */
export function prepare(place: GamePosition, seats: Seat[], clock: ClockSetting | null): void {
  const left = seats.map(() => (clock?.minutes ?? 0) * 60_000);
  shelve(place, {
    seats, seed: randomSeed(), key: newKey(), clock, left, resigned: null, remarks: [], moves: place.moves.join(' '), start: startOf(place), over: false,
  });
}

/** A key that no other game has; `randomUUID` would need a secure context. */
function newKey(): string {
  const numbers = crypto.getRandomValues(new Uint32Array(4));
  return [...numbers].map((number) => number.toString(16).padStart(8, '0')).join('');
}

function randomSeed(): number {
  return Math.floor(Math.random() * 0x7fffffff);
}
