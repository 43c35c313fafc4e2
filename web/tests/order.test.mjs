// Answers that come late, twice or not at all, and pages that are left in the middle: only the last wish counts.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { click, goTo, hash, moves, open, settle, waitForMoves, waitForStatus } from './support.mjs';

let house;
before(async () => (house = await open()));
after(() => house.close());

/** Keeps the next answer of a route back until it is let go; gives how to let it go, and a promise that it was asked for. */
async function hold(page, path) {
  let letGo;
  const released = new Promise((resolve) => (letGo = resolve));
  let heard;
  const asked = new Promise((resolve) => (heard = resolve));
  await page.route(`**/api/${path}`, async (route) => {
    heard();
    await released;
    // Whoever asked may have given it up meanwhile.
    await route.continue().catch(() => undefined);
  }, { times: 1 });
  return { asked, letGo };
}

/** Clicks cells without waiting for what the page makes of them. */
const clickAtOnce = (page, cells) => page.evaluate((names) => {
  for (const name of names) document.querySelector(`svg.board [data-name="${name}"]`).dispatchEvent(new MouseEvent('click', { bubbles: true }));
}, cells);

/** Gives both seats of the new game to the same kind of player. */
async function seat(page, kind) {
  const lists = page.getByLabel(/^Who plays/);
  await lists.nth(1).waitFor();
  for (const list of await lists.all()) await list.selectOption(kind);
}

/** A game between two people. */
async function twoPeople(game, start = []) {
  const page = await house.visit(hash('play', game));
  await waitForStatus(page, /Your move/);
  await page.getByRole('button', { name: 'New game' }).click();
  await seat(page, 'person');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await waitForStatus(page, /^\S+ to move/);
  for (const [number, name] of start.entries()) {
    await click(page, name);
    await waitForMoves(page, number + 1);
  }
  return page;
}

test('a move that is on its way is the only one', async () => {
  const page = await twoPeople('tictactoe');
  const first = await hold(page, 'state');
  await clickAtOnce(page, ['b2']);
  await first.asked;
  assert.equal(await page.locator('[data-target]').count(), 0, 'nothing can be picked meanwhile');
  await clickAtOnce(page, ['a1', 'c3']);
  first.letGo();
  await waitForMoves(page, 1);
  await settle(page);
  assert.deepEqual(moves(page), ['b2']);
  await waitForStatus(page, /O to move/);
  assert.equal(await page.locator('svg.board [data-piece]').count(), 1);
  await page.context().close();
});

test('a move that is taken back before it was answered does not come back', async () => {
  const page = await twoPeople('tictactoe', ['b2', 'a1']);
  const late = await hold(page, 'state');
  await clickAtOnce(page, ['c3']);
  await late.asked;
  await page.getByRole('button', { name: 'Take back' }).click();
  await page.waitForFunction(() => location.hash.endsWith('moves=b2'));
  late.letGo();
  await settle(page);
  assert.deepEqual(moves(page), ['b2']);
  await waitForStatus(page, /O to move/);
  await page.context().close();
});

test('who resigns while the engine thinks gets no move any more', async () => {
  const page = await house.visit(hash('play', 'tictactoe'));
  await waitForStatus(page, /Your move/);
  const late = await hold(page, 'move');
  await click(page, 'b2');
  await late.asked;
  await page.getByRole('button', { name: 'Resign' }).click();
  await waitForStatus(page, /X resigns/);
  late.letGo();
  await settle(page);
  assert.deepEqual(moves(page), ['b2']);
  await page.context().close();
});

test('an engine that cannot be asked is told, and asked again', async () => {
  const page = await house.visit(hash('play', 'tictactoe'));
  await waitForStatus(page, /Your move/);
  await page.route('**/api/move', (route) => route.fulfill({ status: 503, json: { error: 'too busy' } }), { times: 1 });
  await click(page, 'b2');
  await page.getByText('too busy').waitFor();
  await waitForStatus(page, /^O to move/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await waitForMoves(page, 2);
  await waitForStatus(page, /Your move, X/);
  await page.context().close();
});

test('what is chosen for a new game is not undone by the game that goes on', async () => {
  const page = await house.visit(hash('play', 'hexapawn'));
  await waitForStatus(page, /Your move/);
  const late = await hold(page, 'move');
  await click(page, 'b1');
  await click(page, 'b2');
  await late.asked;
  await page.getByRole('button', { name: 'New game' }).click();
  await page.getByLabel('Who plays White').selectOption('level:2');
  await page.getByLabel('Minutes').fill('7');
  late.letGo();
  await waitForMoves(page, 2);
  await settle(page);
  assert.equal(await page.getByLabel('Who plays White').inputValue(), 'level:2');
  assert.equal(await page.getByLabel('Minutes').inputValue(), '7');
  await page.context().close();
});

for (const view of ['play', 'analyse']) {
  test(`a hint for a position that is gone is not shown in ${view}`, async () => {
    const page = await house.visit(hash(view, 'tictactoe'));
    await waitForStatus(page, /Your move|X to move/);
    const late = await hold(page, 'hint');
    await page.getByRole('button', { name: 'Hint' }).click();
    await late.asked;
    await click(page, 'b2');
    await waitForMoves(page, 1);
    late.letGo();
    await page.getByRole('button', { name: 'Hint' }).waitFor();
    await settle(page);
    assert.equal(await page.locator('[data-hint]').count(), 0);
    await page.context().close();
  });
}

test('the last of two moves in Analyse counts, and what stood behind them is gone', async () => {
  const page = await house.visit(hash('analyse', 'tictactoe', { moves: 'a1 b2 c3', ply: '1' }));
  await waitForStatus(page, /O to move/);
  await page.getByLabel('Think', { exact: true }).uncheck();
  const late = await hold(page, 'state');
  await clickAtOnce(page, ['a2']);
  await late.asked;
  await clickAtOnce(page, ['b1']);
  await page.waitForFunction(() => location.hash.includes('b1'));
  late.letGo();
  await settle(page);
  assert.deepEqual(moves(page), ['a1', 'b1']);
  await page.context().close();
});

test('a record that is read too late does not follow to another view', async () => {
  const page = await house.visit(hash('analyse', 'tictactoe'));
  await waitForStatus(page, /X to move/);
  const late = await hold(page, 'record');
  await page.getByLabel('Moves or a game record').fill('b2 a1');
  await page.getByRole('button', { name: 'Read it' }).click();
  await late.asked;
  await goTo(page, house.address + hash('tree', 'hexapawn'));
  late.letGo();
  await page.waitForSelector('[data-node="0"]');
  await settle(page);
  assert.match(page.url(), /#\/tree\/hexapawn$/);
  await page.context().close();
});

test('a paused game between engines costs nobody time', async () => {
  const page = await house.visit(hash('play', 'connect4:4x4'));
  await waitForStatus(page, /Your move/);
  await page.getByRole('button', { name: 'New game' }).click();
  await seat(page, 'level:1');
  await page.getByLabel('Minutes').fill('0.15');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await waitForMoves(page, 2);
  await page.getByRole('button', { name: 'Pause' }).click();
  await waitForStatus(page, /Paused/);
  const clocks = await page.locator('.clock').allInnerTexts();
  await page.waitForTimeout(700);
  assert.deepEqual(await page.locator('.clock').allInnerTexts(), clocks);
  await page.context().close();
});

test('what is looked at in a tree survives two reloads, and one in the middle of a search', async () => {
  const page = await house.visit(hash('tree', 'hexapawn'));
  await page.waitForSelector('[data-node="0"]');
  await page.getByLabel('minimax beside alpha-beta').check();
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByText('fewer positions for the same value').waitFor();
  const second = page.locator('section[aria-label="Alpha-beta"]');
  await second.locator('[data-node="0"]').dispatchEvent('click');
  await page.getByRole('button', { name: 'Step by step' }).click();
  for (let step = 0; step < 5; step += 1) await page.getByRole('button', { name: 'Step forward' }).click();
  const says = page.locator('section[aria-label="Step by step"] [role="status"]');
  const told = await says.innerText();
  for (let reload = 0; reload < 2; reload += 1) {
    await page.reload();
    await says.waitFor();
    assert.equal(await says.innerText(), told, `reload ${reload + 1}`);
    assert.equal(await second.locator('.selected').count(), 1, 'the other tree is looked at');
  }
  await page.getByLabel('minimax beside alpha-beta').uncheck();
  await page.getByLabel('Plies').fill('5');
  const late = await hold(page, 'tree');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await late.asked;
  await page.reload();
  late.letGo();
  await page.waitForSelector('[data-node="0"]');
  assert.equal(await page.getByLabel('Plies').inputValue(), '5');
  assert.equal(await page.getByLabel('minimax beside alpha-beta').isChecked(), false);
  await page.context().close();
});

test('an evaluator that was chosen for one game is not asked for in another', async () => {
  const page = await house.visit(hash('tree', 'baroque'));
  await page.waitForSelector('[data-node="0"]');
  await page.getByLabel('Plies').fill('1');
  const names = await page.getByLabel('Evaluator').locator('option').allInnerTexts();
  await page.getByLabel('Evaluator').selectOption(names.at(-1));
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByRole('button', { name: 'Search', exact: true }).and(page.locator(':enabled')).waitFor();
  await goTo(page, house.address + hash('tree', 'tictactoe'));
  await page.waitForSelector('[data-node="0"]');
  assert.equal(await page.locator('[role="alert"]').count(), 0);
  assert.equal(await page.getByLabel('Plies').inputValue(), '1', 'the depth is a habit');
  await page.context().close();
});

test('a lab keeps its rows over a reload in the middle', async () => {
  const page = await house.visit(hash('lab', 'othello'));
  await page.getByRole('radio', { name: /^for/ }).check();
  await page.getByLabel('Seconds').fill('0.7');
  await page.getByRole('button', { name: 'Measure' }).click();
  await page.waitForFunction(() => document.querySelectorAll('tbody tr').length >= 2);
  await page.getByRole('progressbar').waitFor();
  await page.reload();
  await page.waitForSelector('tbody tr', { state: 'attached' });
  const kept = await page.locator('tbody tr').count();
  assert.ok(kept >= 2, `${kept} rows`);
  await page.getByText(new RegExp(`Stopped after ${kept} of \\d+ searches`)).waitFor();
  assert.equal(await page.getByLabel('Seconds').inputValue(), '0.7');
  assert.equal(await page.getByRole('progressbar').count(), 0);
  await page.context().close();
});

test('a full store forgets trees and labs before games', async () => {
  const page = await house.visit(hash('play', 'hexapawn'));
  await waitForStatus(page, /Your move/);
  await page.evaluate(() => {
    let text = 'x'.repeat(1 << 20);
    for (let number = 0; text.length > 0; number += 1) {
      try {
        localStorage.setItem(`plybook.lab ${number}`, text);
      } catch {
        text = text.slice(0, text.length >> 1);
      }
    }
  });
  await page.getByRole('button', { name: 'New game' }).click();
  await page.getByLabel('Who plays White').selectOption('level:1');
  await page.getByLabel('Who plays Black').selectOption('person');
  await page.getByLabel('Minutes').fill('50');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await waitForStatus(page, /Your move, Black/);
  await page.reload();
  await waitForStatus(page, /Your move, Black/);
  await page.locator('.clock').first().waitFor();
  await page.context().close();
});

test('nothing went wrong behind the scenes', () => assert.deepEqual(house.complaints, []));
