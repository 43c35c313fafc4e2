// The only place that talks to the server.

import { sideNames, withSides } from './board/figures';
import type {
  Account, Catalogue, Edit, EngineMove, GameAbout, GameState, GraphPoint, Hint, Iteration, LabPlan, LabRow, LiveTable, Phase,
  PieceOn, Place, PlayedGame, RecordRead, SearchTree, Terms, TournamentList, TreeMethod, TurningPoint,
} from './types';

/** What the server said when it would not answer. */
export class Refusal extends Error {
  constructor(message: string, readonly status: number) {
    super(message);
  }
}

/** The words of any error, for people. */
export function words(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Whether an error only says that we ourselves gave the request up. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

async function send(path: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  let response: Response;
  try {
    const asking = body === undefined ? {} : {
      method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body),
    };
    response = await fetch(path, { ...asking, signal: signal ?? null });
  } catch (error) {
    if (isAbort(error)) throw error;
    throw new Refusal('The program does not answer. Is `plybook` still running?', 0);
  }
  if (response.ok) return response;
  const answer: unknown = await response.json().catch(() => null);
  const said = answer !== null && typeof answer === 'object' && 'error' in answer ? String(answer.error) : '';
  throw new Refusal(said || `The program answered with status ${response.status}.`, response.status);
}

async function ask<T>(path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  return (await (await send(path, body, signal)).json()) as T;
}

/** Reads server-sent events; ends with the event `done`, fails with the event `error`. */
async function listen<Done>(
  path: string, body: unknown, heard: (name: string, data: unknown) => void, signal?: AbortSignal,
): Promise<Done> {
  const response = await send(path, body, signal);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (reader) {
    const { value, done } = await reader.read();
    if (done) break;
    text += value;
    let end: number;
    while ((end = text.indexOf('\n\n')) >= 0) {
      const lines = text.slice(0, end).split('\n');
      text = text.slice(end + 2);
      const field = (name: string) => lines.filter((line) => line.startsWith(`${name}:`))
        .map((line) => line.slice(name.length + 1).trimStart()).join('\n');
      const event = field('event');
      if (!event) continue;
      const data: unknown = JSON.parse(field('data'));
      if (event === 'done') return data as Done;
      if (event === 'error') throw new Refusal((data as { error: string }).error, 500);
      heard(event, data);
    }
  }
  throw new Refusal('The answer broke off. Is `plybook` still running?', 0);
}

let catalogue: Promise<Catalogue> | undefined;

/** Everything that can be played; asked for once. */
export function games(): Promise<Catalogue> {
  catalogue ??= ask<Catalogue>('/api/games').then((answer) => ({
    ...answer, games: answer.games.map((game) => ({ ...game, players: sideNames(game.players) })),
  })).catch((error: unknown) => {
    catalogue = undefined;
    throw error;
  });
  return catalogue;
}

const told = new Map<string, Promise<GameAbout>>();

/** A game's rules; asked for once. */
export function rules(game: string): Promise<GameAbout> {
  const asked = told.get(game) ?? ask<GameAbout>('/api/rules', { game });
  told.set(game, asked);
  asked.catch(() => told.delete(game));
  return asked;
}

/** A position with the sides called as the page calls them. */
function withSideNames({ ending, ...rest }: GameState): GameState {
  const players = sideNames(rest.players);
  return { ...rest, players, ...(ending && { ending: { ...ending, sentence: withSides(ending.sentence, players) } }) };
}

/** A place as the server sees it. */
export const state = async (place: Place, signal?: AbortSignal): Promise<GameState> =>
  withSideNames(await ask<GameState>('/api/state', place, signal));

/** The place after moves were taken back until one of these players is to move; any player if none is named. */
export const takeBack = async (place: Place, players: number[], signal?: AbortSignal): Promise<GameState> =>
  withSideNames(await ask<GameState>('/api/take-back', { place, players }, signal));

export const terms = (place: Place, evaluator?: string, signal?: AbortSignal) =>
  ask<Terms>('/api/terms', { place, evaluator }, signal);

/** How strong the engine plays: a level, or at full strength for so many milliseconds. */
export type Strength = { level: number } | { milliseconds: number };

/** The engine's move and the position after it. `key` names the game: the engine keeps what it learnt until its next move there. */
export async function engineMove(
  place: Place, strength: Strength, seed: number, key: string, signal?: AbortSignal,
): Promise<EngineMove> {
  const answer = await ask<EngineMove>('/api/move', { place, ...strength, seed, key }, signal);
  return { ...answer, state: withSideNames(answer.state) };
}

export const hint = (place: Place, milliseconds: number, signal?: AbortSignal) =>
  ask<Hint>('/api/hint', { place, milliseconds }, signal);

export const readRecord = (game: string, text: string, signal?: AbortSignal) =>
  ask<RecordRead>('/api/record', { game, text }, signal);

/** The pieces that can be put on a game's board. */
export const palette = (game: string) => ask<{ pieces: PieceOn[] }>('/api/palette', { game });

/** The text of a position with these changes. */
export const setup = (place: Place, edits: Edit[], mover: number | undefined) =>
  ask<{ position: string }>('/api/setup', { place, edits, mover });

export interface AnalyseOptions {
  lines: number;
  seconds: number;
  depth?: number;
  evaluator?: string;
}

export const analyse = (
  place: Place, options: AnalyseOptions, heard: (iteration: Iteration) => void, signal?: AbortSignal,
) => listen<Iteration>('/api/analyse', { place, ...options }, (_, data) => heard(data as Iteration), signal);

export const graph = (
  place: Place, milliseconds: number, heard: (point: GraphPoint) => void, signal?: AbortSignal,
) => listen<{ points: number; turns: TurningPoint[] }>(
  '/api/graph', { place, milliseconds }, (_, data) => heard(data as GraphPoint), signal,
);

export const tree = (
  place: Place, depth: number, method: TreeMethod, limit: number, evaluator?: string, signal?: AbortSignal,
) => ask<SearchTree>('/api/tree', { place, depth, method, limit, evaluator }, signal);

export interface LabOptions {
  techniques: string[];
  depth?: number;
  milliseconds?: number;
  evaluator?: string;
}

export const lab = (
  place: Place, options: LabOptions, heard: { plan: (plan: LabPlan) => void; row: (row: LabRow) => void },
  signal?: AbortSignal,
) => listen<{ rows: number }>('/api/lab', { place, ...options }, (name, data) => {
  if (name === 'plan') heard.plan(data as LabPlan);
  if (name === 'row') heard.row(data as LabRow);
}, signal);

export const tournaments = (signal?: AbortSignal) => ask<TournamentList>('/api/tournaments', undefined, signal);

export const startTournament = (wish: unknown) => ask<{ id: number; phase: Phase }>('/api/tournaments/start', wish);

export const controlTournament = (id: number, action: 'pause' | 'resume' | 'end') =>
  ask<{ id: number; phase: Phase }>('/api/tournaments/control', { id, action });

/** Hears how a tournament goes until nobody plays any more. */
export const watchTournament = (
  id: number, heard: { account: (account: Account) => void; boards: (tables: LiveTable[]) => void }, signal?: AbortSignal,
) => listen<{ phase: Phase; trouble?: string }>('/api/tournaments/watch', { id }, (name, data) => {
  if (name === 'account') heard.account({ ...(data as Account), sides: sideNames((data as Account).sides) });
  if (name === 'boards') heard.boards((data as { tables: LiveTable[] }).tables);
}, signal);

export interface GamesWanted {
  id: number;
  before?: number;
  most?: number;
  player?: string;
}

export const tournamentGames = (wanted: GamesWanted, signal?: AbortSignal) =>
  ask<{ games: PlayedGame[]; more: boolean }>('/api/tournaments/games', wanted, signal);
