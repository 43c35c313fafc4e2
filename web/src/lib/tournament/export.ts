// A tournament as tables that other programs read.

import { tournamentGames, tournamentRecords } from '../api';
import { csvTable } from '../files';
import type { Account, PlayedGame } from '../types';

/** Games that are fetched at once. */
const PAGE = 100;

/** The standings, a row for each agent. */
export function tableCsv({ report }: Account): string {
  const rows = report.standings.map((row, place) => [
    place + 1, row.name, row.points, row.games, row.wins, row.draws, row.losses, row.rating.elo, row.rating.error, row.seconds, row.retired,
    row.failure ?? null,
  ]);
  return csvTable([['place', 'agent', 'points', 'games', 'won', 'drawn', 'lost', 'elo', 'error', 'seconds', 'retired', 'last failure'], ...rows]);
}

/** All games, the first one first: who played, how it ended, and the moves. */
export async function gamesCsv({ id }: Account): Promise<string> {
  const games: PlayedGame[] = [];
  for (let before: number | undefined; ;) {
    const found = await tournamentGames({ id, most: PAGE, ...(before === undefined ? {} : { before }) });
    games.push(...found.games);
    before = found.games.at(-1)?.number;
    if (!found.more || before === undefined) break;
  }
  const rows = games.toReversed().map((game) => [
    game.number + 1, game.game, game.players.join(' - '), game.result, game.reason, game.sentence, game.moves.length, game.position ?? null,
    game.moves.join(' '),
  ]);
  return csvTable([['game', 'rules', 'players', 'result', 'reason', 'sentence', 'plies', 'position', 'moves'], ...rows]);
}

/** All games as records for other programs, the first one first, and how a file of them is called. */
export async function gamesText({ id }: Account): Promise<{ text: string; extension: string }> {
  const records: string[] = [];
  for (let before: number | undefined; ;) {
    const found = await tournamentRecords({ id, most: PAGE, ...(before === undefined ? {} : { before }) });
    records.push(...found.records);
    before = found.last;
    if (!found.more || before === undefined) return { text: records.toReversed().join('\n'), extension: found.extension };
  }
}

/** The ratings in the course of the games, a row for each moment. */
export function ratingsCsv({ agents, ratings }: Account): string {
  return csvTable([['games', ...agents], ...ratings.map(({ games, elo }) => [games, ...elo])]);
}
