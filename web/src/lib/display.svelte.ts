// Moves as people read them: the server knows their notation, the page remembers what it was told.

import { lines as askLines } from './api';
import { common } from './analyse/variations';
import type { DisplayMove, GamePosition } from './types';

/** What stands before a move in a list, or alone: `12.`, `12...` or nothing. */
export function numberText(move: DisplayMove, first: boolean): string {
  if (move.number === undefined || !(first || move.opens)) return '';
  return `${move.number}${move.opens ? '.' : '...'}`;
}

/** `12. Nf3 Nc6 13. Bb5`. */
export function listText(moves: readonly DisplayMove[]): string {
  return moves.map((move, place) => `${numberText(move, place === 0)} ${move.text}`.trim()).join(' ');
}

/** A move of which only its text is known. */
const plain = (text: string): DisplayMove => ({ text, opens: false });

interface Line {
  moves: readonly string[];
  display: readonly DisplayMove[];
}

/** The lines of one game as people read them. */
export class Display {
  private game = '';
  private known = $state.raw<Line[]>([]);
  private asking = new AbortController();

  /** Takes up what the server said of a line. */
  learn(place: GamePosition, moves: readonly string[], display: readonly DisplayMove[]): void {
    const game = `${place.game} ${place.position ?? ''}`;
    if (game !== this.game) [this.game, this.known] = [game, []];
    // A line that is part of another one says nothing that the other does not.
    const others = this.known.filter((line) => common(line.moves, moves) < line.moves.length);
    const known = this.known.some((line) => common(line.moves, moves) === moves.length);
    if (!known) this.known = [...others, { moves, display }];
  }

  /** A line as people read it; as far as nobody has said how, by the texts of its moves. */
  of(moves: readonly string[]): DisplayMove[] {
    let best: readonly DisplayMove[] = [];
    for (const line of this.known) {
      const shared = common(line.moves, moves);
      if (shared > best.length) best = line.display.slice(0, shared);
    }
    return [...best, ...moves.slice(best.length).map(plain)];
  }

  /** Asks for lines of the game, as far as they are not known. */
  async want(place: GamePosition, lines: readonly (readonly string[])[]): Promise<void> {
    const missing = lines.filter((moves) => !this.known.some((line) => common(line.moves, moves) === moves.length));
    if (missing.length === 0) return;
    this.asking.abort();
    this.asking = new AbortController();
    const { signal } = this.asking;
    try {
      const found = await askLines(place, missing.map((moves) => [...moves]), signal);
      if (signal.aborted) return;
      found.lines.forEach((display, number) => this.learn(place, missing[number] ?? [], display));
    } catch {
      // The texts of the moves are shown instead.
    }
  }

  close(): void {
    this.asking.abort();
  }
}
