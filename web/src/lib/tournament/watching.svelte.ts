// A tournament that is looked at: how it stands, its running boards, some of its games. A broken line is taken up again.

import { Refusal, controlTournament, isAbort, tournamentGames, watchTournament, words } from '../api';
import type { Account, LiveTable, PlayedGame, TournamentAction } from '../types';

/** Pause before a broken line is taken up again, and between two looks at the games, in milliseconds. */
const RETRY = 1000;
const GLANCE = 1000;
/** Games on a page. */
const PAGE = 20;

export class Watching {
  account = $state.raw<Account | null>(null);
  tables = $state.raw<LiveTable[]>([]);
  games = $state.raw<PlayedGame[]>([]);
  more = $state(false);
  /** Where the earlier pages of games began. */
  pages = $state<number[]>([]);
  player = $state('');
  /** Why there is nothing to be seen. */
  trouble = $state('');
  /** Why it stopped. */
  failure = $state('');
  /** Whether the server is silent at the moment. */
  lost = $state(false);
  /** What was asked for and has not happened yet. */
  asked = $state<'' | 'pause' | 'resume' | 'end'>('');
  private line = new AbortController();
  private page = new AbortController();
  private glance: ReturnType<typeof setTimeout> | undefined;
  private seen = -1;

  constructor(readonly id: number) {
    void this.follow();
  }

  /** Listens until nobody plays any more; takes the line up again where it breaks. Only the last line counts. */
  private async follow(): Promise<void> {
    this.line.abort();
    const line = new AbortController();
    this.line = line;
    while (!line.signal.aborted) {
      try {
        const { phase, trouble } = await watchTournament(this.id, {
          account: (account) => this.take(account), boards: (tables) => this.takeBoards(tables),
        }, line.signal);
        if (line.signal.aborted) return;
        this.failure = trouble ?? '';
        this.lost = false;
        if (this.account) this.account = { ...this.account, phase };
        this.tables = [];
        this.asked = '';
        void this.loadGames();
        return;
      } catch (error) {
        if (isAbort(error) || line.signal.aborted) return;
        if (error instanceof Refusal && error.status >= 400 && error.status < 500) {
          this.trouble = words(error);
          return;
        }
        [this.lost, this.tables] = [true, []];
        await new Promise((resolve) => setTimeout(resolve, RETRY));
      }
    }
  }

  private take(account: Account): void {
    this.account = account;
    // Boards on which nobody plays any more are not shown, even before the server takes them away.
    if (account.phase !== 'running') this.tables = [];
    else if (this.asked === 'resume') this.asked = '';
    this.lost = false;
    this.trouble = '';
    if (account.games === this.seen || this.pages.length > 0) return;
    this.glance ??= setTimeout(() => void this.loadGames(), this.seen < 0 ? 0 : GLANCE);
  }

  private takeBoards(tables: LiveTable[]): void {
    this.tables = this.account?.phase === 'running' ? tables : [];
  }

  private lookAgain(): void {
    if (!this.line.signal.aborted) this.glance ??= setTimeout(() => void this.loadGames(), GLANCE);
  }

  /** Loads the page of games that is looked at; an earlier question has no answer any more. */
  async loadGames(): Promise<void> {
    this.page.abort();
    this.page = new AbortController();
    const { signal } = this.page;
    clearTimeout(this.glance);
    this.glance = undefined;
    this.seen = this.account?.games ?? -1;
    const before = this.pages.at(-1);
    try {
      const found = await tournamentGames({
        id: this.id, most: PAGE, ...(before === undefined ? {} : { before }), ...(this.player === '' ? {} : { player: this.player }),
      }, signal);
      if (signal.aborted) return;
      [this.games, this.more] = [found.games, found.more];
      // A game is told before it is kept: what is missing is looked for again.
      if (found.games.length < this.expected) this.lookAgain();
    } catch {
      // A silent server is told above.
      if (!signal.aborted) this.lookAgain();
    }
  }

  /** Games of this page that are finished as far as is known; more may be found. */
  get expected(): number {
    return this.player === '' && this.pages.length === 0 ? Math.min(PAGE, this.account?.games ?? 0) : 0;
  }

  async earlier(): Promise<void> {
    const last = this.games.at(-1);
    if (!last) return;
    this.pages.push(last.number);
    await this.loadGames();
  }

  async later(): Promise<void> {
    this.pages.pop();
    await this.loadGames();
  }

  async of(player: string): Promise<void> {
    this.player = player;
    this.pages = [];
    await this.loadGames();
  }

  async control(action: TournamentAction): Promise<void> {
    this.asked = action;
    this.failure = '';
    try {
      const { phase } = await controlTournament(this.id, action);
      if (!this.line.signal.aborted && (this.account?.phase !== 'running' || phase !== 'running')) void this.follow();
    } catch (error) {
      this.asked = '';
      this.failure = words(error);
    }
  }

  close(): void {
    clearTimeout(this.glance);
    this.line.abort();
    this.page.abort();
  }
}
