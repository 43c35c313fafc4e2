// Tournaments: started in the form, watched, left in the middle, stopped, looked back at.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { open, overflows, shots, status, until, waitForStatus } from './support.mjs';

let house;
before(async () => (house = await open()));
after(() => house.close());

const FORM = 'form[aria-label="New tournament"]';
const points = (page) => page.locator('[aria-label="Standings"] tbody tr').evaluateAll((rows) =>
  rows.map((row) => `${row.dataset.player} ${row.querySelector('[data-what="points"]').textContent}`));
const shownGames = (page) => page.locator('[aria-label="Games"] li[data-game]').evaluateAll((games) =>
  games.map((game) => game.textContent.replace(/\s+/g, ' ').trim()));
const count = async (page) => Number(/(\d+)( of \d+)? games/.exec(await status(page))?.[1]);

/** A game of the tournament that is looked at, by its number from 1, as the database has it; undefined if it has none. */
async function storedGame(page, number) {
  const id = Number(new URL(page.url()).hash.split('/').at(-1));
  const answer = await page.request.post(`${house.address}api/tournaments/games`, { data: { id, before: number, most: 1 } });
  return (await answer.json()).games.find((game) => game.number === number - 1);
}

async function visitForm(options = {}) {
  const page = await house.visit('#/tournaments', options);
  await page.waitForSelector(FORM);
  return page;
}

async function waitForCount(page, least) {
  await page.waitForFunction(([wanted]) =>
    Number(/(\d+)( of \d+)? games/.exec(document.querySelector('[data-status]')?.textContent ?? '')?.[1]) >= wanted, [least]);
}

/** A match that takes minutes unless somebody stops it. */
async function startLong(page, games = 500) {
  await page.getByLabel('Game', { exact: true }).selectOption('chess');
  await page.getByLabel('Limit').selectOption('nodes');
  await page.getByLabel('Positions a move').fill('20000');
  await page.getByLabel('Kind of agent 1').selectOption('engine');
  await page.getByLabel('Kind of agent 2').selectOption('engine');
  await page.getByRole('group', { name: 'Agent 2' }).getByLabel('Depth').fill('2');
  await page.getByRole('group', { name: 'Agent 2' }).getByLabel('Name').fill('Shallow');
  await page.getByLabel('Games a meeting').fill(String(games));
  await page.getByRole('button', { name: 'Start the tournament' }).click();
  await page.waitForSelector('[data-status]');
}

test('a small tournament of simple agents is run, watched to its end, and a game opened in Analyse', async () => {
  const page = await visitForm();
  await page.getByLabel('Kind of agent 1').selectOption('random');
  await page.getByLabel('Kind of agent 2').selectOption('one-ply');
  await page.getByLabel('Games a meeting').fill('30');
  await page.getByLabel('Name of the tournament').fill('Chance against a glance');
  await shots(page, 'tournament-form');
  await page.getByRole('button', { name: 'Start the tournament' }).click();
  await waitForStatus(page, /Finished after 30 games/);
  assert.match(await page.locator('h1').innerText(), /Chance against a glance/);
  const table = await points(page);
  assert.equal(table.length, 2);
  assert.match(table[0], /^one-ply /, 'a glance is worth something');
  assert.match(await page.locator('[data-what="superiority"]').innerText(), /% likely to be the stronger/);
  await page.waitForFunction(() => document.querySelectorAll('[aria-label="Games"] li[data-game]').length === 20);
  await shots(page, 'tournament-finished');
  await page.getByRole('button', { name: 'Earlier' }).click();
  await page.waitForSelector('[data-game="1"]');
  assert.equal((await shownGames(page)).length, 10);
  await page.getByLabel('Games of').selectOption('random');
  await page.waitForSelector('[data-game="30"]');
  await page.getByRole('link', { name: 'Open game 29 in Analyse' }).click();
  await waitForStatus(page, /X to move/);
  await page.getByRole('button', { name: 'Last position' }).click();
  await waitForStatus(page, /wins|Draw/);
  await page.goBack();
  await waitForStatus(page, /Finished after 30 games/);
  await page.getByRole('link', { name: 'All tournaments' }).click();
  await page.locator('[data-phase="finished"]', { hasText: 'Chance against a glance' }).waitFor();
  await page.context().close();
});

test('games that are told but not read yet are looked for, and who was retired is told with the reason', async () => {
  const page = await visitForm();
  await page.getByLabel('Kind of agent 1').selectOption('random');
  await page.getByLabel('Kind of agent 2').selectOption('one-ply');
  await page.getByLabel('Games a meeting').fill('4');
  await page.getByRole('button', { name: 'Start the tournament' }).click();
  await waitForStatus(page, /Finished after 4 games/);
  // The database has no game at first, though four are told to be finished; and somebody failed in them.
  let asked;
  const question = new Promise((resolve) => (asked = resolve));
  await page.route('**/api/tournaments/games', (route) => {
    asked();
    return route.fulfill({ json: { games: [], more: false } });
  }, { times: 1 });
  await page.route('**/api/tournaments/watch', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).split('\n').map((line) => {
      const data = line.startsWith('data:') ? JSON.parse(line.slice(5)) : null;
      const row = data?.report?.standings.find(({ name }) => name === 'random');
      if (!row) return line;
      Object.assign(row, { retired: true, failure: 'one-ply wins: random crashed: KeyError in buggy.py, line 3.' });
      return `data: ${JSON.stringify(data)}`;
    }).join('\n');
    await route.fulfill({ response: answer, body });
  });
  await page.reload();
  await question;
  await waitForStatus(page, /Finished after 4 games/);
  await page.waitForFunction(() => document.querySelectorAll('[aria-label="Games"] li[data-game]').length === 4);
  const row = page.locator('[aria-label="Standings"] tr[data-player="random"] th');
  assert.equal((await row.innerText()).trim(), 'random retired');
  assert.match(await page.locator('[data-lost="random"]').innerText(), /at last:\s+“?one-ply wins: random crashed: KeyError in buggy\.py, line 3\./);
  await page.context().close();
});

test('an engine plays on boards that are drawn live; a reload in the middle loses nothing; a pause and an end stop it', async () => {
  const page = await visitForm();
  await startLong(page);
  await page.waitForSelector('[aria-label="Running games"] svg.board');
  await waitForCount(page, 2);
  await page.waitForSelector('[aria-label="Games"] li[data-game]');
  // The boards do not stand still.
  const before = await page.locator('[data-table] svg.board').first().getAttribute('aria-label');
  await page.waitForFunction(([label]) => {
    const now = document.querySelector('[data-table] svg.board')?.getAttribute('aria-label') ?? label;
    return now !== label;
  }, [before]);
  await shots(page, 'tournament-running');
  const first = await storedGame(page, 1);
  const seen = await count(page);
  await page.reload();
  await page.waitForSelector('[aria-label="Running games"] svg.board');
  await page.waitForSelector('[aria-label="Games"] li[data-game]');
  assert.ok((await count(page)) >= seen, 'games are lost');
  const fate = page.locator('[data-what="fate"]');
  assert.match(await fate.innerText(), /A pause drops the games on the boards/);
  await page.getByRole('button', { name: 'Pause' }).click();
  await waitForStatus(page, /Paused after \d+ of 500/);
  assert.match(await fate.innerText(), /were dropped. “Go on” plays them again/);
  assert.equal(await page.locator('[data-table]').count(), 0);
  const paused = await count(page);
  assert.deepEqual(await storedGame(page, 1), first, 'the first game is still the same');
  await shots(page, 'tournament-paused');
  assert.equal(await storedGame(page, paused + 1), undefined, 'the game in the middle is dropped');
  await page.getByRole('button', { name: 'Go on' }).click();
  // The game that was dropped is the next one to be played, and is played to its end.
  await until(() => storedGame(page, paused + 1), (game) => game?.moves.length > 0, 'the dropped game is not played again');
  await waitForCount(page, paused + 1);
  await page.getByRole('button', { name: 'End it' }).click();
  await waitForStatus(page, /Ended early after \d+ of 500 games/);
  assert.equal(await page.getByRole('button', { name: 'Go on' }).count(), 0);
  await page.context().close();
});

test('of games that are over too soon to be followed the last position is shown', async () => {
  const page = await house.visit('#/tournaments');
  await page.waitForSelector('form[aria-label="New tournament"]');
  await page.getByLabel('Kind of agent 1').selectOption('random');
  await page.getByLabel('Kind of agent 2').selectOption('random');
  await page.getByLabel('Games a meeting').fill('5000');
  await page.getByRole('button', { name: 'Start the tournament' }).click();
  const board = page.locator('[data-over="yes"]').first();
  await board.locator('svg.board').waitFor();
  await board.getByText(/, over$/).waitFor();
  await page.getByRole('button', { name: 'End it' }).click();
  await page.waitForSelector('[data-phase="finished"]');
  await page.context().close();
});

test('a killed program loses no game, and the page takes up the line again', async () => {
  const page = await visitForm();
  await startLong(page);
  await waitForCount(page, 2);
  const seen = await count(page);
  await house.restart();
  await waitForStatus(page, /Paused after/);
  assert.ok((await count(page)) >= seen - 1, 'more than the game that was just being kept is missing');
  const kept = await count(page);
  await page.getByRole('button', { name: 'Go on' }).click();
  await waitForCount(page, kept + 1);
  await page.getByRole('button', { name: 'End it' }).click();
  await waitForStatus(page, /Ended early/);
  await page.context().close();
});

test('a sequential test draws its line and decides', async () => {
  const page = await visitForm();
  await page.getByLabel('Kind of agent 1').selectOption('one-ply');
  await page.getByLabel('Kind of agent 2').selectOption('random');
  await page.getByLabel('Games a meeting').fill('400');
  await page.getByLabel('end as soon as a sequential test decides').check();
  await page.getByRole('button', { name: 'Start the tournament' }).click();
  await page.getByText('Decided: at least 50 Elo ahead').waitFor();
  await waitForStatus(page, /Finished after \d+ games/);
  assert.ok((await count(page)) < 400);
  assert.match(await page.getByRole('img', { name: /Sequential test/ }).locator('path').getAttribute('d'), /L/);
  await shots(page, 'tournament-test');
  await page.context().close();
});

test('a knockout of four, and what the form refuses is said in words', async () => {
  const page = await visitForm();
  await page.getByLabel('Format').selectOption('knockout');
  await page.getByRole('button', { name: 'Add an agent' }).click();
  await page.getByLabel('Kind of agent 1').selectOption('engine');
  await page.getByLabel('Kind of agent 3').selectOption('one-ply');
  await page.getByLabel('Kind of agent 4').selectOption('random');
  await page.getByLabel('Limit').selectOption('nodes');
  await page.getByLabel('Positions a move').fill('200');
  await page.getByLabel('Openings', { exact: true }).selectOption('list');
  await page.getByLabel('List of openings').fill('moves z9');
  await page.getByRole('button', { name: 'Start the tournament' }).click();
  await page.locator(`${FORM} [role="alert"]`, { hasText: /z9/ }).waitFor();
  await page.reload();
  await page.waitForSelector(FORM);
  assert.equal(await page.getByLabel('List of openings').inputValue(), 'moves z9', 'the form is kept');
  assert.equal(await page.getByLabel('Kind of agent 4').inputValue(), 'random');
  await page.getByLabel('List of openings').fill('moves b2\nmoves a1');
  await page.getByRole('button', { name: 'Start the tournament' }).click();
  await waitForStatus(page, /Finished after \d+ games/);
  assert.equal((await points(page)).length, 4);
  await shots(page, 'tournament-knockout');
  await page.context().close();
});

test('games are ended early by score and by an endgame database, which is asked for where it is missing; engines ponder', async () => {
  const page = await visitForm();
  const alert = page.locator(`${FORM} [role="alert"]`);
  const begin = () => page.getByRole('button', { name: 'Start the tournament' }).click();
  await page.getByLabel('Game', { exact: true }).selectOption('hexapawn');
  await page.getByLabel('Games a meeting').fill('2');
  // No clock: a busy machine ends no game.
  await page.getByLabel('Limit').selectOption('nodes');
  await page.getByLabel('Positions a move').fill('300');
  await page.getByLabel('think on the opponent’s time').check();
  await page.getByText('Nobody here does').waitFor();
  await begin();
  await alert.getByText(/no agent thinks on the opponent's time/).waitFor();
  await page.getByLabel('Kind of agent 1').selectOption('engine');
  await page.getByRole('group', { name: 'Agent 1' }).getByLabel('Ponders on').selectOption('position');
  await page.getByLabel('an installed endgame database knows').check();
  await begin();
  await alert.getByText(/plybook endgame build hexapawn/).waitFor();
  house.buildEndgame('hexapawn');
  await begin();
  await waitForStatus(page, /Finished after 2 games/);
  await page.locator('[data-game="1"] .reason', { hasText: 'proven by database' }).waitFor();
  await page.getByText(/decided by endgame databases; thinking on the opponent's time/).waitFor();
  assert.match((await points(page)).join(), /engine:ponder=position/);

  await page.getByRole('link', { name: 'All tournaments' }).click();
  await page.getByLabel('an installed endgame database knows').uncheck();
  await page.getByLabel('as drawn by score').check();
  await page.getByText('tell no score').waitFor();
  await page.getByLabel('Kind of agent 2').selectOption('engine');
  assert.equal(await page.getByText('tell no score').count(), 0);
  await page.getByLabel('Game', { exact: true }).selectOption('connect4');
  await page.getByLabel('Points from even').fill('1000');
  await page.getByLabel('Moves even').fill('1');
  await page.getByLabel('No draw before ply').fill('6');
  await page.getByLabel('as won by score').check();
  await page.getByLabel('Points ahead').fill('2000');
  await page.getByLabel('when the referee proves a win').check();
  await page.getByLabel('Positions of the proof').fill('50');
  await shots(page, 'tournament-form-full');
  await page.reload();
  assert.equal(await page.getByLabel('Points from even').inputValue(), '1000', 'the form is kept');
  await begin();
  await waitForStatus(page, /Finished after 2 games/);
  await page.locator('[data-game="2"] .reason', { hasText: 'drawn by score' }).waitFor();
  await page.context().close();
});

test('with the keyboard alone, at phone width', async () => {
  const page = await visitForm({ viewport: { width: 360, height: 740 } });
  assert.equal(await overflows(page), false, 'the form');
  const focus = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent?.trim() ?? '');
  async function tabTo(wanted) {
    for (let step = 0; step < 80; step += 1) {
      if ((await focus()) === wanted) return;
      await page.keyboard.press('Tab');
    }
    assert.fail(`the Tab key never gets to ${wanted}`);
  }
  await tabTo('Games a meeting');
  await page.keyboard.type('4');
  await tabTo('Start the tournament');
  await page.keyboard.press('Enter');
  await waitForStatus(page, /Finished after 4 games/);
  assert.equal(await overflows(page), false, 'the tournament');
  await page.waitForSelector('[data-game="2"]');
  await tabTo('Open game 2 in Analyse');
  await page.keyboard.press('Enter');
  await waitForStatus(page, /to move/);
  await page.context().close();
});

test('the list of all of them, and one that is not there', async () => {
  const page = await visitForm();
  assert.ok((await page.locator('li[data-tournament]').count()) >= 6);
  await shots(page, 'tournament-list');
  await page.goto(`${house.address}#/tournaments/999`);
  await page.locator('[role="alert"]').waitFor();
  assert.match(await page.locator('[role="alert"]').innerText(), /999/);
  await page.context().close();
});

test('nothing went wrong behind the scenes', () => assert.deepEqual(house.complaints, []));
