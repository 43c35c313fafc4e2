// A tournament as the form has it, and as the server is asked for it.

import type { PageAgent, Format, StartRequest } from '../types';

/** A player in the form. `local` is the name of an agent of the server's own file. */
export interface AgentChoice {
  kind: 'level' | 'engine' | 'random' | 'one-ply' | 'local';
  name: string;
  level: number;
  evaluator: string;
  depth: number | null;
  nodes: number | null;
  /** What it thinks about on the opponent's time, where the tournament lets it. */
  ponder: 'off' | 'reply' | 'position';
  local: string;
}

/** When the referee ends a game before the rules do. */
export interface Adjudications {
  win: boolean;
  winPoints: number;
  winMoves: number;
  draw: boolean;
  drawPoints: number;
  drawMoves: number;
  drawAfter: number;
  proven: boolean;
  provenNodes: number;
  database: boolean;
}

export interface TournamentSetup {
  name: string;
  game: string;
  filled: string[];
  format: Format;
  agents: AgentChoice[];
  games: number | null;
  rounds: number | null;
  seed: number;
  clock: 'move' | 'game' | 'nodes' | 'depth';
  move: number;
  total: number;
  increment: number;
  nodes: number;
  depth: number;
  openings: 'default' | 'none' | 'random' | 'list';
  random: number;
  list: string;
  test: boolean;
  elo0: number;
  elo1: number;
  adjudications: Adjudications;
  ponder: boolean;
  concurrency: number;
}

export const FORMATS: { format: Format; title: string; about: string }[] = [
  { format: 'match', title: 'Match', about: 'Two agents, many games.' },
  { format: 'round-robin', title: 'Round robin', about: 'Everybody against everybody.' },
  { format: 'gauntlet', title: 'Gauntlet', about: 'The first agent against all others.' },
  { format: 'swiss', title: 'Swiss', about: 'Some rounds between neighbours in the table.' },
  { format: 'knockout', title: 'Knockout', about: 'Who loses is out.' },
];

export const agent = (kind: AgentChoice['kind'], level = 3): AgentChoice =>
  ({ kind, name: '', level, evaluator: '', depth: null, nodes: null, ponder: 'reply', local: '' });

export const DEFAULTS: TournamentSetup = {
  name: '', game: 'tictactoe', filled: [], format: 'match', agents: [agent('level', 3), agent('one-ply')], games: 20, rounds: null,
  seed: 1, clock: 'move', move: 0.1, total: 30, increment: 0.3, nodes: 5000, depth: 4, openings: 'default', random: 4, list: '',
  test: false, elo0: 0, elo1: 50,
  adjudications: {
    win: false, winPoints: 9, winMoves: 4, draw: false, drawPoints: 0.1, drawMoves: 8, drawAfter: 60, proven: false,
    provenNodes: 20_000, database: false,
  },
  ponder: false, concurrency: 1,
};

export const fits = (value: unknown): value is TournamentSetup =>
  typeof value === 'object' && value !== null && Object.keys(DEFAULTS).every((key) => key in value)
  && Array.isArray((value as TournamentSetup).agents) && Array.isArray((value as TournamentSetup).filled);

/** Whether an agent can think on the opponent's time: a level does not. */
export const mayPonder = (choice: AgentChoice) => choice.kind === 'engine';

function described(choice: AgentChoice, ponder: boolean): PageAgent {
  if (choice.kind === 'local') return { kind: 'local', name: choice.local };
  const name = choice.name.trim() === '' ? {} : { name: choice.name };
  if (choice.kind === 'random' || choice.kind === 'one-ply') return { kind: choice.kind, ...name };
  const evaluator = choice.evaluator === '' ? {} : { evaluator: choice.evaluator };
  if (choice.kind === 'level') return { kind: 'engine', level: choice.level, ...evaluator, ...name };
  const limits = { ...(choice.depth ? { depth: choice.depth } : {}), ...(choice.nodes ? { nodes: choice.nodes } : {}) };
  const pondering = ponder && mayPonder(choice) ? { ponder: choice.ponder } : {};
  return { kind: 'engine', ...evaluator, ...limits, ...pondering, ...name };
}

/** Nothing where no game is to be ended early. */
function adjudication(adjudications: Adjudications): Pick<StartRequest, 'adjudication'> {
  const said = {
    ...(adjudications.win ? { win: adjudications.winPoints, 'win-moves': adjudications.winMoves } : {}),
    ...(adjudications.draw ? { draw: adjudications.drawPoints, 'draw-moves': adjudications.drawMoves, 'draw-after': adjudications.drawAfter } : {}),
    ...(adjudications.proven ? { proven: adjudications.provenNodes } : {}),
    ...(adjudications.database ? { database: true } : {}),
  };
  return Object.keys(said).length === 0 ? {} : { adjudication: said };
}

/** The question to the server. `game` is the game's whole name. */
export function request(setup: TournamentSetup, game: string): StartRequest {
  const clocks = {
    move: { move: setup.move }, game: { game: setup.total, increment: setup.increment }, nodes: { nodes: setup.nodes },
    depth: { depth: setup.depth },
  };
  const openings = {
    default: {}, none: { random: 0 }, random: { random: setup.random }, list: { list: setup.list },
  };
  return {
    game, format: setup.format, agents: setup.agents.map((choice) => described(choice, setup.ponder)), seed: setup.seed, time: clocks[setup.clock],
    openings: openings[setup.openings], concurrency: setup.concurrency,
    ...(setup.name.trim() === '' ? {} : { name: setup.name }),
    ...(setup.games === null ? {} : { games: setup.games }),
    ...(setup.format === 'swiss' && setup.rounds !== null ? { rounds: setup.rounds } : {}),
    ...(setup.format === 'match' && setup.test ? { sprt: { elo0: setup.elo0, elo1: setup.elo1 } } : {}),
    ...adjudication(setup.adjudications),
    ponder: setup.ponder,
  };
}
