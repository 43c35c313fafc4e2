// Where the page stands: a view, and for most views a place in a game. It lives in the address behind `#`, so that
// a reload, a bookmark and the back button all work.

import { recall, remember } from './stored';
import type { GamePosition } from './types';

export type ViewName = 'games' | 'play' | 'analyse' | 'tree' | 'lab' | 'tournaments' | 'learn' | 'rules';

/** The machines that learn before one's eyes. */
export type MachineName = 'her' | 'menace';
export const MACHINE_NAMES: readonly MachineName[] = ['her', 'menace'];
/** All that learn: the machines of matchboxes, and Samuel's program. */
export type LearnerName = MachineName | 'samuel';
const LEARNERS: readonly LearnerName[] = [...MACHINE_NAMES, 'samuel'];

export interface Route {
  view: ViewName;
  place: GamePosition | null;
  /** The position that is looked at, as a number of moves; the last one if absent. */
  ply?: number;
  /** The tournament that is looked at. */
  tournament?: number;
  /** Who learns. */
  learner?: LearnerName;
  /** The rules file to begin with. */
  file?: string;
}

const VIEWS: readonly ViewName[] = ['games', 'play', 'analyse', 'tree', 'lab', 'tournaments', 'learn', 'rules'];

/** Reads `#/play/hexapawn?position=...&moves=a1a2,b3b2`, `#/tournaments/3` and `#/learn/her`. */
export function readRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const [view, game] = path.split('/', 2);
  const known = VIEWS.find((name) => name === view);
  if (!known || known === 'games') return { view: 'games', place: null };
  if (known === 'tournaments') {
    const number = /^[1-9]\d{0,14}$/.test(game ?? '') ? Number(game) : undefined;
    return { view: known, place: null, ...(number === undefined ? {} : { tournament: number }) };
  }
  if (known === 'learn') return { view: known, place: null, learner: LEARNERS.find((name) => name === game) ?? 'her' };
  if (known === 'rules') return { view: known, place: null, ...(game ? { file: decode(game) } : {}) };
  const parameters = new URLSearchParams(query);
  const position = parameters.get('position');
  const moves = (parameters.get('moves') ?? '').split(' ').filter((text) => text !== '');
  const name = parameters.get('game') ?? decode(game ?? '');
  if (name === '') return { view: known, place: null };
  const place = { game: name, moves, ...(position === null ? {} : { position }) };
  const ply = Number.parseInt(parameters.get('ply') ?? '', 10);
  return { view: known, place, ...(ply >= 0 && ply < moves.length ? { ply } : {}) };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The address of a view and a place. */
export function address(view: ViewName, place: GamePosition | null, ply?: number): string {
  if (!place) return `#/${view}`;
  const parameters = new URLSearchParams();
  if (place.position !== undefined) parameters.set('position', place.position);
  if (place.moves.length > 0) parameters.set('moves', place.moves.join(' '));
  if (ply !== undefined && ply < place.moves.length) parameters.set('ply', String(ply));
  const query = parameters.size > 0 ? `?${parameters}` : '';
  return `#/${view}/${encodeURIComponent(place.game)}${query}`;
}

/** The address of somebody who learns. */
export const learnerAddress = (learner: LearnerName) => `#/learn/${learner}`;

/** The address of a rules file. */
export const rulesAddress = (file: string) => `#/rules/${encodeURIComponent(file)}`;

/** The address of a tournament. */
export const tournamentAddress = (id: number) => `#/tournaments/${id}`;

/** Under which the place that was seen last is remembered. */
const LAST = 'place';
/** Where a visitor is led who has not chosen a game yet. */
const FIRST: GamePosition = { game: 'tictactoe', moves: [] };

const isPlace = (value: unknown): value is GamePosition =>
  typeof value === 'object' && value !== null && 'game' in value && typeof value.game === 'string'
  && 'moves' in value && Array.isArray(value.moves) && value.moves.every((move) => typeof move === 'string')
  && (!('position' in value) || typeof value.position === 'string');

class Router {
  route = $state.raw<Route>(readRoute(location.hash));

  /** The place that was seen last, for the way back from views that have none. */
  last = $state.raw<GamePosition>(recall(LAST, FIRST, isPlace));

  /** Counts real steps; a view is made anew with each, not with every move. */
  steps = $state(0);

  constructor() {
    addEventListener('hashchange', () => {
      this.route = readRoute(location.hash);
      this.steps += 1;
    });
  }

  /** Goes to a view, as a step that the back button undoes. */
  go(view: ViewName, place: GamePosition | null, ply?: number): void {
    location.hash = address(view, place, ply);
  }

  /** Goes to an address; to the one where the page stands already, too. */
  open(hash: string): void {
    if (location.hash === hash) {
      this.route = readRoute(hash);
      this.steps += 1;
    } else location.hash = hash;
  }

  /** Writes the place into the address: the view shows it already. The back button comes back from a `branch` alone. */
  note(view: ViewName, place: GamePosition, ply?: number, branch = false): void {
    if (branch) history.pushState(null, '', address(view, place, ply));
    else history.replaceState(null, '', address(view, place, ply));
    this.route = { view, place, ...(ply === undefined ? {} : { ply }) };
    this.last = place;
    remember(LAST, place);
  }
}

export const router = new Router();
