// What the server answers, as docs/openapi.json has it.

/** A cell of a board. */
export interface Square {
  name?: string;
  ground: 'plain' | 'light' | 'dark' | 'hole' | 'unused';
  piece?: PieceOn;
  count?: number;
}

/** A piece on a cell. */
export interface PieceOn {
  owner: number;
  name: string;
  letter: string;
  token: 'disc' | 'crowned' | 'cross' | 'ring' | 'tile' | 'figure';
}

/** A board to draw. */
export interface BoardData {
  shape: 'grid' | 'torus' | 'pits' | 'piles' | 'branches';
  rows: number;
  columns: number;
  squares: Square[];
  note?: string;
}

/** One click of a move: on a cell, or on an entry of a menu. */
export type Click = { cell: number } | { choice: string };

export interface LegalMove {
  text: string;
  path: Click[];
}

export interface Marked {
  cell: number;
  mark: 'from' | 'to' | 'captured' | 'changed';
}

export interface Ending {
  winner: 'first' | 'second' | 'third' | 'draw';
  margin?: number;
  rule: 'position' | 'stuck' | 'path';
  sentence: string;
}

/** Where in a game a question stands. */
export interface Place {
  game: string;
  position?: string;
  moves: string[];
}

export interface GameState {
  game: string;
  title: string;
  /** The options as people say them; empty for the usual rules. */
  variant: string;
  players: string[];
  position: string;
  mover: number | null;
  played: string[];
  board: BoardData;
  marks: Marked[];
  alarms: number[];
  moves: LegalMove[];
  ending?: Ending;
}

export interface OptionAbout {
  form: string;
  default: string;
  help: string;
}

export interface GameAbout {
  name: string;
  title: string;
  summary: string;
  players: string[];
  options: OptionAbout[];
  examples: string[];
  evaluators: string[];
  rules: string;
}

/** A variant to choose: its whole name, and its options as people say them, empty for the usual rules. */
export interface Variant {
  name: string;
  words: string;
}

export interface ListedGame extends GameAbout {
  picture: BoardData;
  variants: Variant[];
}

export interface Catalogue {
  version: string;
  highest_level: number;
  usual_level: number;
  games: ListedGame[];
  techniques: { name: string; summary: string }[];
}

/** A value: proven in so many plies, or in points. */
export type Value = { win: number } | { loss: number } | { points: number };

export interface EngineMove {
  move: string;
  remark: string;
  value?: Value;
  depth: number;
  nodes: number;
  line: string[];
  /** The position after the move. */
  state: GameState;
}

export interface Line {
  value: Value;
  text: string;
  moves: string[];
}

/** What an iteration found; values are for the side to move. */
export interface Iteration {
  depth: number;
  lines: Line[];
  nodes: number;
  table_fill: number;
  proven: boolean;
  /** Whether an endgame database knows the position. */
  database: boolean;
  stopped: boolean;
  counts?: Record<string, number>;
  seconds: number;
  speed: number;
}

export interface Hint {
  move: string;
  reason: string;
  line: Line;
  instead?: Line;
  depth: number;
}

export interface Term {
  name: string;
  value: number;
  points: number;
}

export interface Terms {
  evaluator: string;
  evaluators: string[];
  terms: Term[];
  sum: Value;
}

export interface GraphPoint {
  ply: number;
  value: Value;
  text: string;
  best?: string;
  mover?: number;
}

export interface TurningPoint {
  ply: number;
  move: string;
  better?: string;
  lost: number;
}

export interface RecordRead {
  game: string;
  position?: string;
  moves: string[];
  rest?: string;
  complaint?: string;
}

/** What to put on a cell: a piece, counters, or nothing. */
export interface Edit {
  cell: number;
  piece?: { owner: number; name: string };
  count?: number;
}

export interface TreeWindow {
  alpha: string | null;
  beta: string | null;
}

export interface TreeNode {
  /** The order in which the search entered it. */
  number: number;
  move?: string;
  max: boolean;
  depth: number;
  window: TreeWindow;
  value: string;
  bound: 'exact' | 'least' | 'most';
  reason: string;
  visit: string;
  best: boolean;
  /** The window of the node above once this one's value had come back. */
  after?: TreeWindow;
  /** For a value from the table: the number of the node it came from. */
  source?: number;
  children?: TreeNode[];
  cut?: string[];
  cut_by?: TreeWindow;
  folded?: number;
}

export type TreeMethod = 'minimax' | 'alphabeta' | 'pvs' | 'engine';

export interface SearchTree {
  method: TreeMethod;
  depth: number;
  value: string;
  line: string[];
  positions: number;
  stopped: boolean;
  root: TreeNode;
}

export interface LabPlan {
  game: string;
  position: string;
  depth: number | null;
  seconds: number | null;
  searches: { part: 'ladder' | 'with' | 'without'; name: string }[];
}

export interface LabRow {
  part: 'ladder' | 'with' | 'without';
  name: string;
  depth: number;
  nodes: number;
  evaluations: number;
  cutoffs: number;
  hits: number;
  branching?: number;
  seconds: number;
  value?: Value;
  text: string;
  move?: string;
  stopped: boolean;
}

export type Phase = 'running' | 'paused' | 'finished';
export type Format = 'match' | 'round-robin' | 'gauntlet' | 'swiss' | 'knockout';

export interface ListedTournament {
  id: number;
  name: string;
  run: number;
  game: string;
  format: Format;
  phase: Phase;
  games: number;
  planned?: number;
  /** Whether a sequential test may end it early. */
  test: boolean;
  began: number;
  finished?: number;
}

export interface TournamentList {
  tournaments: ListedTournament[];
  local_agents: string[];
  most_at_once: number;
  most_games: number;
}

export interface Standing {
  player: number;
  name: string;
  points: number;
  games: number;
  wins: number;
  draws: number;
  losses: number;
  rating: { elo: number; error: number };
  seconds: number;
  losses_by_reason: Record<string, number>;
  retired: boolean;
}

export interface Estimate {
  score: number;
  score_interval: [number, number];
  elo: number | null;
  elo_interval: [number | null, number | null];
  superiority: number;
}

export interface TestReport {
  ratio: number;
  bounds: [number, number];
  decision: 'elo0' | 'elo1' | null;
}

/** How a tournament stands. */
export interface Account {
  id: number;
  name: string;
  run: number;
  title: string;
  /** The options of the game as people say them. */
  variant: string;
  sides: string[];
  agents: string[];
  conditions: string[];
  sprt: { elo0: number; elo1: number; alpha: number; beta: number } | null;
  began: number;
  phase: Phase;
  games: number;
  planned: number;
  seconds_left: number | null;
  concurrency: number;
  report: {
    game: string;
    format: Format;
    standings: Standing[];
    cross_table: ({ points: number; games: number } | null)[][];
    summary: {
      games: number; draw_rate: number; first_player: number; first_player_interval: [number, number]; mean_plies: number;
      seconds: number; endings: Record<string, number>;
    };
    duel?: { pairs?: number[]; estimate?: Estimate; test?: TestReport };
  };
  superiority: (number | null)[];
  line: [number, number][];
}

/** A board on which a game of a tournament is being played. */
export interface LiveTable {
  number: number;
  round: number;
  players: [string, string];
  plies: number;
  mover?: number;
  board?: BoardData;
  marks: Marked[];
}

export interface PlayedGame {
  id: number;
  number: number;
  round: number;
  game: string;
  players: [string, string];
  result: 'first' | 'second' | 'draw' | 'void';
  reason: string;
  sentence: string;
  position?: string;
  opening: number;
  moves: string[];
  began: number;
  milliseconds: [number, number];
}
