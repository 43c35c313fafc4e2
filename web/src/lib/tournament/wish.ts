// A tournament as the form has it, and as the server is asked for it.

import type { AgentWish, Format, StartRequest } from '../types';

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
export interface Rulings {
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

export interface Wish {
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
  openings: 'usual' | 'none' | 'random' | 'list';
  random: number;
  list: string;
  test: boolean;
  elo0: number;
  elo1: number;
  rulings: Rulings;
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

export const USUAL: Wish = {
  name: '', game: 'tictactoe', filled: [], format: 'match', agents: [agent('level', 3), agent('one-ply')], games: 20, rounds: null,
  seed: 1, clock: 'move', move: 0.1, total: 30, increment: 0.3, nodes: 5000, depth: 4, openings: 'usual', random: 4, list: '',
  test: false, elo0: 0, elo1: 50,
  rulings: {
    win: false, winPoints: 9, winMoves: 4, draw: false, drawPoints: 0.1, drawMoves: 8, drawAfter: 60, proven: false,
    provenNodes: 20_000, database: false,
  },
  ponder: false, concurrency: 1,
};

export const fits = (value: unknown): value is Wish =>
  typeof value === 'object' && value !== null && Object.keys(USUAL).every((key) => key in value)
  && Array.isArray((value as Wish).agents) && Array.isArray((value as Wish).filled);

/** Whether an agent can think on the opponent's time: a level does not. */
export const mayPonder = (choice: AgentChoice) => choice.kind === 'engine';

function described(choice: AgentChoice, ponder: boolean): AgentWish {
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
function adjudication(rulings: Rulings): Pick<StartRequest, 'adjudication'> {
  const said = {
    ...(rulings.win ? { win: rulings.winPoints, 'win-moves': rulings.winMoves } : {}),
    ...(rulings.draw ? { draw: rulings.drawPoints, 'draw-moves': rulings.drawMoves, 'draw-after': rulings.drawAfter } : {}),
    ...(rulings.proven ? { proven: rulings.provenNodes } : {}),
    ...(rulings.database ? { database: true } : {}),
  };
  return Object.keys(said).length === 0 ? {} : { adjudication: said };
}

/** The question to the server. `game` is the game's whole name. */
export function request(wish: Wish, game: string): StartRequest {
  const clocks = {
    move: { move: wish.move }, game: { game: wish.total, increment: wish.increment }, nodes: { nodes: wish.nodes },
    depth: { depth: wish.depth },
  };
  const openings = {
    usual: {}, none: { random: 0 }, random: { random: wish.random }, list: { list: wish.list },
  };
  return {
    game, format: wish.format, agents: wish.agents.map((choice) => described(choice, wish.ponder)), seed: wish.seed, time: clocks[wish.clock],
    openings: openings[wish.openings], concurrency: wish.concurrency,
    ...(wish.name.trim() === '' ? {} : { name: wish.name }),
    ...(wish.games === null ? {} : { games: wish.games }),
    ...(wish.format === 'swiss' && wish.rounds !== null ? { rounds: wish.rounds } : {}),
    ...(wish.format === 'match' && wish.test ? { sprt: { elo0: wish.elo0, elo1: wish.elo1 } } : {}),
    ...adjudication(wish.rulings),
    ponder: wish.ponder,
  };
}
