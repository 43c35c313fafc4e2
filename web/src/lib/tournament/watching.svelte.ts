// A tournament that is looked at: how it stands, its running boards, some of its games. A broken line is taken up again.

import { Refusal, controlTournament, isAbort, tournamentGames, watchTournament, words } from '../api';
import type { Account, LiveTable, PlayedGame } from '../types';

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
  private open = true;
  private line: AbortController | undefined;
  private glance: ReturnType<typeof setTimeout> | undefined;
  private seen = -1;

  constructor(readonly id: number) {
    void this.follow();
  }

  /** Listens until nobody plays any more; takes the line up again where it breaks. */
  private async follow(): Promise<void> {
    while (this.open) {
      const line = new AbortController();
      this.line = line;
      try {
        const { phase, trouble } = await watchTournament(this.id, {
          account: (account) => this.take(account), boards: (tables) => (this.tables = tables),
        }, line.signal);
        this.failure = trouble ?? '';
        this.lost = false;
        if (this.account) this.account = { ...this.account, phase };
        this.asked = '';
        void this.loadGames();
        return;
      } catch (error) {
        if (isAbort(error)) return;
        if (error instanceof Refusal && error.status >= 400 && error.status < 500) {
          this.trouble = words(error);
          return;
        }
        this.lost = true;
        await new Promise((resolve) => setTimeout(resolve, RETRY));
      }
    }
  }

  private take(account: Account): void {
    this.account = account;
    this.lost = false;
    this.trouble = '';
    if (account.games === this.seen || this.pages.length > 0) return;
    this.glance ??= setTimeout(() => void this.loadGames(), this.seen < 0 ? 0 : GLANCE);
  }

  /** Loads the page of games that is looked at. */
  async loadGames(): Promise<void> {
    clearTimeout(this.glance);
    this.glance = undefined;
    this.seen = this.account?.games ?? -1;
    const before = this.pages.at(-1);
    try {
      const found = await tournamentGames({
        id: this.id, most: PAGE, ...(before === undefined ? {} : { before }), ...(this.player === '' ? {} : { player: this.player }),
      });
      [this.games, this.more] = [found.games, found.more];
    } catch {
      // The next look will tell, and a silent server is told above.
    }
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

  async control(deed: 'pause' | 'resume' | 'end'): Promise<void> {
    this.asked = deed;
    this.failure = '';
    try {
      const { phase } = await controlTournament(this.id, deed);
      if (this.account?.phase !== 'running' || phase !== 'running') {
        this.line?.abort();
        void this.follow();
      }
      if (phase === 'running' && deed === 'resume') this.asked = '';
    } catch (error) {
      this.asked = '';
      this.failure = words(error);
    }
  }

  close(): void {
    this.open = false;
    clearTimeout(this.glance);
    this.line?.abort();
  }
}
