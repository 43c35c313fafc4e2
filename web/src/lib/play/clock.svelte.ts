// The players' clocks. They begin with the first move.

export interface ClockSetting {
  /** Minutes for the game. */
  minutes: number;
  /** Seconds that every move adds. */
  increment: number;
}

/** How often a running clock is looked at, in milliseconds. */
const TICK = 100;

export class Clock {
  setting = $state<ClockSetting | null>(null);
  /** What is left to each player, in milliseconds. */
  left = $state<number[]>([]);
  /** Who ran out of time. */
  fallen = $state<number | null>(null);
  running = $state<number | null>(null);

  private timer: ReturnType<typeof setInterval> | undefined;
  private last = 0;

  constructor(private readonly flagged: () => void) {}

  /** Sets the clocks; `left` continues what a reload interrupted. */
  set(setting: ClockSetting | null, left: number[] | null, players: number): void {
    this.stop();
    this.setting = setting;
    const full = (setting?.minutes ?? 0) * 60_000;
    this.left = left?.length === players ? [...left] : Array.from({ length: players }, () => full);
    const empty = this.left.findIndex((time) => time <= 0);
    this.fallen = setting && empty >= 0 ? empty : null;
  }

  /** Runs a player's clock. */
  run(player: number): void {
    this.stop();
    if (!this.setting || this.fallen !== null) return;
    this.running = player;
    this.last = performance.now();
    this.timer = setInterval(() => this.tick(), TICK);
  }

  private tick(): void {
    const now = performance.now();
    const player = this.running;
    if (player === null) return;
    this.left[player] = Math.max(0, (this.left[player] ?? 0) - (now - this.last));
    this.last = now;
    if (this.left[player] === 0) {
      this.stop();
      this.fallen = player;
      this.flagged();
    }
  }

  /** A player has moved: the increment is added. */
  moved(player: number): void {
    if (this.running === player) this.tick();
    this.stop();
    if (this.setting && this.fallen === null) {
      this.left[player] = (this.left[player] ?? 0) + this.setting.increment * 1000;
    }
  }

  /** A move is taken back: whoever ran out of time gets a minute. */
  forgive(): void {
    this.stop();
    if (this.fallen !== null) this.left[this.fallen] = 60_000;
    this.fallen = null;
  }

  stop(): void {
    clearInterval(this.timer);
    this.running = null;
  }
}

/** `4:05`, and tenths in the last ten seconds. */
export function clockText(milliseconds: number): string {
  if (milliseconds < 10_000) return (Math.floor(milliseconds / 100) / 10).toFixed(1);
  const seconds = Math.ceil(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
