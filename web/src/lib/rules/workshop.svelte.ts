// A rules file while it is written: its text, its faults, and the game that it makes, which plays at once.

import { checkRules, engineMove, isAbort, rulesFiles, state as askState, words } from '../api';
import { recall, remember } from '../stored';
import type { FolderFile, GalleryFile, GameAbout, GamePosition, GameState, RulesFault } from '../types';
import { cured } from './marks';
import { keepText } from './texts';

/** How long the text rests before it is checked, in milliseconds. */
const REST = 300;
/** How often the folder on disk is looked at, in milliseconds. */
const WATCH = 1_500;
/** How long the engine thinks for a move, in milliseconds. */
const THOUGHT = 150;
/** Longest text, in letters; the program counts bytes and says so. */
export const LONGEST = 65_536;

/** A text to begin with. */
export const FIRST_TEXT = `game My Game
about Pawns step forward and take slantwise; whoever reaches the last row wins.
players White up, Black down
board 5x6
piece pawn on first two rows
  step forward to empty
  step forward-left | forward-right to empty | enemy
win: reach last row
stuck: loses
`;

interface Draft {
  text: string;
  /** The file that it began as: its name, with `.rules` where it lies in the folder on disk. */
  file: string;
}

const isDraft = (value: unknown): value is Draft => typeof value === 'object' && value !== null
  && 'text' in value && typeof value.text === 'string' && 'file' in value && typeof value.file === 'string';

const STORE = 'rules-draft';

export class Workshop {
  text = $state('');
  file = $state('');
  faults = $state.raw<readonly RulesFault[]>([]);
  /** The game of the last sound text. */
  game = $state.raw<GameAbout | null>(null);
  /** Whether the game is that of the present text. */
  fresh = $state(false);
  checking = $state(false);
  trouble = $state('');
  board = $state.raw<GameState | null>(null);
  /** Whether the engine answers every move. */
  answers = $state(false);
  /** Whether the engine plays itself. */
  alone = $state(false);
  thinking = $state(false);
  gallery = $state.raw<readonly GalleryFile[]>([]);
  folder = $state.raw<readonly FolderFile[] | null>(null);
  /** What the file on disk says meanwhile, where it was changed both there and here. */
  onDisk = $state.raw<string | null>(null);
  /** The text of the file on disk as it was seen last. */
  private seen: string | null = null;
  private rest: ReturnType<typeof setTimeout> | undefined;
  private watch: ReturnType<typeof setInterval> | undefined;
  private asking: AbortController | null = null;
  private playing: AbortController | null = null;
  private key = 0;

  readonly place = $derived<GamePosition | null>(this.board ? { game: this.board.game, moves: this.board.played } : null);

  /** Opens a file of the gallery or of the folder by its name; without one, what was written last. */
  async start(file: string | undefined): Promise<void> {
    const draft = recall<Draft>(STORE, { text: FIRST_TEXT, file: '' }, isDraft);
    if (file === undefined) this.take(draft.text, draft.file);
    try {
      await this.fetchFiles();
    } catch (error) {
      this.trouble = words(error);
    }
    if (file !== undefined) this.open(file);
    else this.seen = this.diskText(draft.file);
    if (this.folder) this.watch = setInterval(() => void this.look(), WATCH);
  }

  close(): void {
    clearTimeout(this.rest);
    clearInterval(this.watch);
    this.asking?.abort();
    this.playing?.abort();
  }

  private async fetchFiles(): Promise<void> {
    const files = await rulesFiles();
    this.gallery = files.gallery;
    this.folder = files.folder ?? null;
  }

  private diskText = (file: string): string | null => this.folder?.find((one) => one.name === file)?.text ?? null;

  /** Looks whether the file on disk has changed. */
  private async look(): Promise<void> {
    if (document.hidden) return;
    try {
      await this.fetchFiles();
    } catch {
      return; // The next look may find the program again.
    }
    const text = this.diskText(this.file);
    if (text === null || text === this.seen) return;
    const touched = this.text !== this.seen;
    this.seen = text;
    if (text === this.text) this.onDisk = null;
    else if (touched) this.onDisk = text;
    else this.take(text, this.file);
  }

  /** Takes what the file on disk says, or keeps what was written here. */
  settle(takeDisk: boolean): void {
    if (takeDisk && this.onDisk !== null) this.take(this.onDisk, this.file);
    this.onDisk = null;
  }

  /** Opens a file of the gallery or of the folder. */
  open(file: string): void {
    const text = this.diskText(file) ?? this.gallery.find((one) => one.name === file)?.text;
    const problem = this.folder?.find((one) => one.name === file)?.problem;
    if (text === undefined) {
      this.trouble = problem ? `${file}: ${problem}` : `There is no rules file ${file}.`;
      if (this.text === '') this.take(FIRST_TEXT, '');
      return;
    }
    this.take(text, file);
  }

  /** Begins with a text. */
  take(text: string, file: string): void {
    this.text = text;
    this.file = file;
    this.seen = this.diskText(file);
    [this.onDisk, this.trouble] = [null, ''];
    this.keep();
    void this.check();
  }

  /** The text was changed by hand. */
  edit(text: string): void {
    this.text = text;
    this.fresh = false;
    this.keep();
    clearTimeout(this.rest);
    this.rest = setTimeout(() => void this.check(), REST);
  }

  /** Puts right what one word puts right. */
  cure(fault: RulesFault): void {
    this.text = cured(this.text, fault);
    this.keep();
    void this.check();
  }

  private keep(): void {
    remember(STORE, { text: this.text, file: this.file } satisfies Draft);
  }

  /** Checks the text, and puts its game on the board. */
  async check(): Promise<void> {
    clearTimeout(this.rest);
    this.asking?.abort();
    const asking = new AbortController();
    this.asking = asking;
    const text = this.text;
    this.checking = true;
    this.fresh = false;
    try {
      const answer = await checkRules(text, asking.signal);
      this.trouble = '';
      this.faults = answer.faults;
      if (!answer.game) return;
      keepText(answer.game.name, text);
      const other = this.game?.name !== answer.game.name;
      this.game = answer.game;
      this.fresh = true;
      if (other || !this.board) await this.setUp(answer.game.name);
    } catch (error) {
      if (!isAbort(error)) this.trouble = words(error);
    } finally {
      if (this.asking === asking) this.checking = false;
    }
  }

  /** Puts a game on the board; what was played stays played where the new rules allow it. */
  private async setUp(game: string): Promise<void> {
    this.stop();
    const moves = this.board?.played ?? [];
    try {
      this.board = await askState({ game, moves });
    } catch (error) {
      if (isAbort(error) || moves.length === 0) throw error;
      this.board = await askState({ game, moves: [] });
    }
  }

  /** Begins the game anew. */
  async restart(): Promise<void> {
    this.stop();
    await this.show([]);
  }

  async takeBack(): Promise<void> {
    this.stop();
    const moves = this.board?.played ?? [];
    await this.show(moves.slice(0, this.answers && moves.length > 1 ? -2 : -1));
  }

  /** Plays a move. */
  async play(text: string): Promise<void> {
    if (await this.show([...(this.board?.played ?? []), text])) if (this.answers) await this.engine();
  }

  private async show(moves: string[]): Promise<boolean> {
    if (!this.board) return false;
    try {
      this.board = await askState({ game: this.board.game, moves });
      this.trouble = '';
      return true;
    } catch (error) {
      this.trouble = words(error);
      return false;
    }
  }

  /** Lets the engine move once; says whether it did. */
  async engine(): Promise<boolean> {
    const place = this.place;
    if (!place || this.thinking || this.board?.ending) return false;
    const playing = new AbortController();
    this.playing = playing;
    this.thinking = true;
    try {
      const answer = await engineMove(place, { milliseconds: THOUGHT }, this.key, `workshop ${this.key}`, playing.signal);
      this.board = answer.state;
      return true;
    } catch (error) {
      if (!isAbort(error)) this.trouble = words(error);
      return false;
    } finally {
      this.thinking = false;
    }
  }

  /** Lets the engine play itself from here to the end, or until it is stopped. */
  async playAlone(): Promise<void> {
    if (this.board?.ending) await this.restart();
    this.key += 1;
    this.alone = true;
    while (this.alone && (await this.engine())) if (this.board?.ending) break;
    this.alone = false;
  }

  stop(): void {
    this.alone = false;
    this.playing?.abort();
  }
}
