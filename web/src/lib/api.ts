// The only place that talks to the server.

import { sideNames, withSides } from './board/figures';
import { textOf } from './rules/texts';
import { source } from './source';
import { Refusal } from './source/refusal';
import type { components, paths } from './api-types';
import type {
  Account, BalanceReport, Boards, Catalogue, Edit, EngineMove, GameAbout, GameState, GraphEnd, GraphPoint, Iteration, LabEnd, LabPlan, LabRow, LabSavings, LiveTable,
  GamePosition, MachineRival, MachineState, PerftDepth, PerftEnd, Saving, SeriesState, TournamentAction, TournamentEnd, TreeMethod,
} from './types';

type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

export { Refusal };

/** The words of any error, for people. */
export function words(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Whether an error only says that we ourselves gave the request up. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/** What a path takes: what may be left out may also be undefined, which JSON leaves out. */
type Question<Path extends keyof paths> = paths[Path] extends { post: { requestBody: { content: { 'application/json': infer Asked } } } }
  ? { [Name in keyof Asked]: object extends Pick<Asked, Name> ? Asked[Name] | undefined : Asked[Name] }
  : undefined;

interface Answered<Given> {
  responses: { 200: { content: { 'application/json': Given } } };
}

/** What a path gives. */
type Answer<Path extends keyof paths> = paths[Path] extends { post: Answered<infer Given> } | { get: Answered<infer Given> } ? Given : never;

/** What names a game in a question: `game`, here or in its `place`. */
interface Named {
  game?: unknown;
  place?: { game?: unknown };
}

/**
 * Asks, and once more after the text of the game was sent again: the program keeps the texts of rules files for a while,
 * the browser as long as it remembers anything.
 */
async function withText<Given>(question: unknown, asking: () => Promise<Given>): Promise<Given> {
  try {
    return await asking();
  } catch (error) {
    const named = (question ?? {}) as Named;
    const game = named.place?.game ?? named.game;
    const base = typeof game === 'string' ? (game.split(':')[0] ?? '') : '';
    const text = error instanceof Refusal && error.message.includes(`there is no game \`${base}\``) ? textOf(base) : undefined;
    if (text === undefined) throw error;
    await source.ask('/api/rules/check', { text });
    return asking();
  }
}

async function ask<Path extends keyof paths>(path: Path, question: Question<Path>, signal?: AbortSignal): Promise<Answer<Path>> {
  return (await withText(question, () => source.ask(path, question, signal))) as Answer<Path>;
}

/** Hears events; ends with the event `done`, fails with the event `error`. */
async function listen<Path extends keyof paths, Done>(
  path: Path, question: Question<Path>, heard: (name: string, data: unknown) => void, signal?: AbortSignal,
): Promise<Done> {
  return (await withText(question, () => source.listen(path, question, heard, signal))) as Done;
}

let catalogue: Promise<Catalogue> | undefined;

/** Everything that can be played; asked for once. */
export function games(): Promise<Catalogue> {
  catalogue ??= ask('/api/games', undefined).then((answer) => ({
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
  const asked = told.get(game) ?? ask('/api/rules', { game });
  told.set(game, asked);
  asked.catch(() => told.delete(game));
  return asked;
}

/** A position with the sides called as the page calls them. */
function withSideNames({ ending, ...rest }: GameState): GameState {
  const players = sideNames(rest.players);
  return { ...rest, players, ...(ending && { ending: { ...ending, sentence: withSides(ending.sentence, rest.players) } }) };
}

/** A place as the server sees it. */
export const state = async (place: GamePosition, signal?: AbortSignal): Promise<GameState> =>
  withSideNames(await ask('/api/state', place, signal));

/** The place after moves were taken back until one of these players is to move; any player if none is named. */
export const takeBack = async (place: GamePosition, players: number[], signal?: AbortSignal): Promise<GameState> =>
  withSideNames(await ask('/api/take-back', { place, players }, signal));

/** Lines of a place's game, from its position on, as people read them. */
export const lines = ({ game, position }: GamePosition, wanted: string[][], signal?: AbortSignal) =>
  ask('/api/lines', { game, position, lines: wanted }, signal);

export const terms = (place: GamePosition, evaluator?: string, signal?: AbortSignal) =>
  ask('/api/terms', { place, evaluator }, signal);

/** How strong the engine plays: a level, or at full strength for so many milliseconds. */
export type Strength = { level: number } | { milliseconds: number };

/** The engine's move and the position after it. `key` names the game: the engine keeps what it learnt until its next move there. */
export async function engineMove(
  place: GamePosition, strength: Strength, seed: number, key: string, signal?: AbortSignal,
): Promise<EngineMove> {
  const answer = await ask('/api/move', { place, ...strength, seed, key }, signal);
  return { ...answer, state: withSideNames(answer.state) };
}

/** Ends the engine's search for its move in a game. */
export const moveNow = (key: string, signal?: AbortSignal) => ask('/api/move/now', { key }, signal);

export const hint = (place: GamePosition, milliseconds: number, signal?: AbortSignal) =>
  ask('/api/hint', { place, milliseconds }, signal);

/** What the opening book and the endgame database know of a place. */
export const knowledge = (place: GamePosition, signal?: AbortSignal) => ask('/api/knowledge', place, signal);

export const readRecord = (game: string, text: string, signal?: AbortSignal) =>
  ask('/api/record', { game, text }, signal);

/** The record of a game, for other programs. */
export const writeRecord = (place: GamePosition) => ask('/api/record/write', place);

/** The pieces that can be put on a game's board. */
export const palette = (game: string) => ask('/api/palette', { game });

/** The text of a position with these changes. */
export const setup = (place: GamePosition, edits: Edit[], mover: number | undefined) =>
  ask('/api/setup', { place, edits, mover });

export interface AnalyseOptions {
  lines: number;
  seconds: number;
  depth?: number;
  evaluator?: string;
}

export const analyse = (
  place: GamePosition, options: AnalyseOptions, heard: (iteration: Iteration) => void, signal?: AbortSignal,
) => listen<'/api/analyse', Iteration>('/api/analyse', { place, ...options }, (_, data) => heard(data as Iteration), signal);

export const graph = (
  place: GamePosition, milliseconds: number, heard: (point: GraphPoint) => void, signal?: AbortSignal,
) => listen<'/api/graph', GraphEnd>(
  '/api/graph', { place, milliseconds }, (_, data) => heard(data as GraphPoint), signal,
);

export const tree = (
  place: GamePosition, depth: number, method: TreeMethod, limit: number, evaluator?: string, signal?: AbortSignal,
) => ask('/api/tree', { place, depth, method, limit, evaluator }, signal);

export interface LabOptions {
  techniques: string[];
  depth?: number;
  milliseconds?: number;
  evaluator?: string;
}

export const lab = (
  place: GamePosition, options: LabOptions,   heard: { plan: (plan: LabPlan) => void; row: (row: LabRow) => void; savings: (savings: Saving[]) => void },
  signal?: AbortSignal,
) => listen<'/api/lab', LabEnd>('/api/lab', { place, ...options }, (name, data) => {
  if (name === 'plan') heard.plan(data as LabPlan);
  if (name === 'row') heard.row(data as LabRow);
  if (name === 'savings') heard.savings((data as LabSavings).savings);
}, signal);

/** The rules files to begin with. */
export const rulesFiles = (signal?: AbortSignal) => ask('/api/rules/files', undefined, signal);

/** The faults of a rules file's text, or its game. */
export const checkRules = (text: string, signal?: AbortSignal) => ask('/api/rules/check', { text }, signal);

/** Counts the sequences of moves, ply by ply. */
export const perft = (place: GamePosition, depth: number, heard: (found: PerftDepth) => void, signal?: AbortSignal) =>
  listen<'/api/perft', PerftEnd>('/api/perft', { place, depth }, (_, data) => heard(data as PerftDepth), signal);

/** How a game treats its players, by games of the engine against itself. */
export const balance = (
  game: string, options: { games: number; nodes: number; seed: number }, heard: (report: BalanceReport) => void, signal?: AbortSignal,
) => listen<'/api/balance', BalanceReport>('/api/balance', { game, ...options }, (_, data) => heard(data as BalanceReport), signal);

export const tournaments = (signal?: AbortSignal) => ask('/api/tournaments', undefined, signal);

export const startTournament = (setup: Question<'/api/tournaments/start'>) => ask('/api/tournaments/start', setup);

export const controlTournament = (id: number, action: TournamentAction) =>
  ask('/api/tournaments/control', { id, action });

/** Hears how a tournament goes until nobody plays any more. */
export const watchTournament = (
  id: number, heard: { account: (account: Account) => void; boards: (tables: LiveTable[]) => void }, signal?: AbortSignal,
) => listen<'/api/tournaments/watch', TournamentEnd>('/api/tournaments/watch', { id }, (name, data) => {
  if (name === 'account') {
    const account = data as Schema<'Account'>;
    heard.account({ ...account, sides: sideNames(account.sides), letters: account.sides });
  }
  if (name === 'boards') heard.boards((data as Boards).tables);
}, signal);

export interface GamesWanted {
  id: number;
  before?: number;
  most?: number;
  player?: string;
}

/** Games of a tournament written down for other programs, the latest first. */
export const tournamentRecords = (wanted: GamesWanted, signal?: AbortSignal) => ask('/api/tournaments/records', wanted, signal);

export const tournamentGames = (wanted: GamesWanted, signal?: AbortSignal) =>
  ask('/api/tournaments/games', wanted, signal);

/** Lets a machine of matchboxes play some games, and learn from each; none to see it as it is. */
export const trainMachine = (state: MachineState, against: MachineRival, games: number, signal?: AbortSignal) =>
  ask('/api/matchboxes/train', { state, against, games }, signal);

/** The bead that a machine draws in a game with a person. */
export const drawBead = (state: MachineState, moves: string[], signal?: AbortSignal) =>
  ask('/api/matchboxes/draw', { state, moves }, signal);

/** Corrects the boxes after a game with a person. */
export const teachMachine = (state: MachineState, moves: string[], resigned: boolean, signal?: AbortSignal) =>
  ask('/api/matchboxes/teach', { state, moves, resigned }, signal);

/** A new series in the manner of Samuel's first or second. */
export const beginSeries = (series: number, seed: number, signal?: AbortSignal) => ask('/api/samuel/begin', { series, seed }, signal);

/** The next game of a series. */
export const playSeries = (state: SeriesState, signal?: AbortSignal) => ask('/api/samuel/play', { state }, signal);
