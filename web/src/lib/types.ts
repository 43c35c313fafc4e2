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

export interface ListedGame extends GameAbout {
  picture: BoardData;
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
