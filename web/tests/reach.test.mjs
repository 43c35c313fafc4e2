// Keyboard only, phone width, light and dark, the size of the first load.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { goTo, hash, moves, open, overflows, shots, status, targets, until, waitForMoves, waitForStatus } from './support.mjs';

let house;
before(async () => (house = await open()));
after(() => house.close());

/** The first load may take so many bytes over the wire. */
const FIRST_LOAD = 200 * 1024;

const focused = (page) => page.evaluate(() => {
  const element = document.activeElement;
  return { game: element?.getAttribute('data-game') ?? '', cell: element?.getAttribute('data-cell') ?? '' };
});

/** Walks with the Tab key until the focus is where it should be. */
async function tabTo(page, there) {
  for (let step = 0; step < 80; step += 1) {
    await page.keyboard.press('Tab');
    if (there(await focused(page))) return;
  }
  assert.fail('the Tab key never gets there');
}

test('a game of tic-tac-toe with the keyboard alone', async () => {
  const page = await house.visit();
  await page.waitForSelector('.gallery li');
  await tabTo(page, ({ game }) => game === 'tictactoe');
  await page.keyboard.press('Enter');
  await waitForStatus(page, /Your move, X/);
  await tabTo(page, ({ cell }) => cell !== '');
  for (let turn = 0; turn < 5; turn += 1) {
    await waitForStatus(page, /Your move|wins|Draw/);
    if (!/Your move/.test(await status(page))) break;
    const count = moves(page).length;
    const [goal] = await targets(page);
    for (let step = 0; step < 6; step += 1) {
      const at = Number((await focused(page)).cell);
      if (at === goal) break;
      const [down, right] = [Math.floor(goal / 3) - Math.floor(at / 3), (goal % 3) - (at % 3)];
      await page.keyboard.press(down > 0 ? 'ArrowDown' : down < 0 ? 'ArrowUp' : right > 0 ? 'ArrowRight' : 'ArrowLeft');
    }
    if (turn === 0) await shots(page, 'keyboard');
    await page.keyboard.press('Enter');
    await waitForMoves(page, count + 1);
  }
  assert.match(await status(page), /wins|Draw/);
  await page.context().close();
});

test('every view can be reached from everywhere, and the way back to a game is not lost', async () => {
  const page = await house.visit();
  const tab = (name) => page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name });
  await tab('Analyse').click();
  await waitForStatus(page, /X to move/);
  await goTo(page, house.address + hash('play', 'hexapawn'));
  await waitForStatus(page, /Your move/);
  await page.locator('#typed-move').fill('b1b2');
  await page.keyboard.press('Enter');
  await waitForMoves(page, 2);
  const played = moves(page);
  for (const name of ['Games', 'Tournaments']) {
    await tab(name).click();
    await page.getByRole('heading', { name: name === 'Games' ? 'What shall we play?' : 'New tournament' }).waitFor();
    await tab('Play').click();
    await waitForStatus(page, /Your move|wins/);
    assert.deepEqual(moves(page), played, `the game after a look at ${name}`);
  }
  await tab('Games').click();
  await page.reload();
  await tab('Search tree').click();
  await page.getByRole('heading', { name: 'Search tree of Hexapawn after 2 plies' }).waitFor();
  await tab('Lab').click();
  await page.getByRole('heading', { name: 'Lab: Hexapawn after 2 plies' }).waitFor();
  await page.context().close();
});

test('a move typed as text, and Escape lets go of a piece', async () => {
  const page = await house.visit(hash('play', 'hexapawn'));
  await waitForStatus(page, /Your move/);
  await tabTo(page, ({ cell }) => cell !== '');
  await page.locator('[data-name="a1"]').focus();
  await page.keyboard.press('Enter');
  assert.deepEqual(await targets(page), [3]);
  await page.keyboard.press('Escape');
  assert.equal((await targets(page)).length, 3);
  await page.getByLabel('Move', { exact: true }).fill('b1b2');
  await page.keyboard.press('Enter');
  await waitForMoves(page, 2);
  assert.equal(moves(page)[0], 'b1b2');
  await page.context().close();
});

test('a wrong move is refused in words', async () => {
  const page = await house.visit(hash('play', 'hexapawn'));
  await waitForStatus(page, /Your move/);
  await page.getByLabel('Move', { exact: true }).fill('a1a3');
  await page.keyboard.press('Enter');
  await page.locator('[role="alert"]').waitFor();
  assert.match(await page.locator('[role="alert"]').innerText(), /a1a3/);
  assert.equal(moves(page).length, 0);
  await page.context().close();
});

test('all views fit a phone, and a tap plays', async () => {
  const page = await house.visit('', { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  await page.waitForSelector('.gallery li');
  assert.equal(await overflows(page), false, 'gallery');
  const names = await page.locator('[data-game]').evaluateAll((links) => links.map((link) => link.dataset.game));
  for (const name of names) {
    await goTo(page, house.address + hash('play', name));
    await waitForStatus(page, /Your move/);
    assert.equal(await overflows(page), false, name);
  }
  await goTo(page, house.address + hash('play', 'tictactoe'));
  await waitForStatus(page, /Your move/);
  await page.locator('[data-name="b2"]').tap();
  await waitForMoves(page, 2);
  assert.equal(moves(page)[0], 'b2');
  await page.context().close();
});

test('what a button opens far away on a phone is brought into sight', async () => {
  const page = await house.visit(hash('play', 'chess'), { viewport: { width: 360, height: 640 } });
  const inSight = async (element) => {
    await element.waitFor();
    await page.waitForFunction((found) => {
      const { top, bottom } = found.getBoundingClientRect();
      return (top >= 0 && top < innerHeight - 100) || (top < 0 && bottom > 300);
    }, await element.elementHandle());
  };
  await waitForStatus(page, /Your move/);
  await page.getByRole('button', { name: 'New game' }).click();
  await inSight(page.getByRole('form', { name: 'New game' }));
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('aria-label')), 'Who plays White');
  await goTo(page, house.address + hash('analyse', 'chess'));
  await page.getByRole('button', { name: 'Move pieces about' }).click();
  await inSight(page.getByRole('group', { name: 'Board to set up' }));
  await page.context().close();
});

test('light and dark are chosen once and remembered', async () => {
  const page = await house.visit('', { colorScheme: 'light' });
  await page.waitForSelector('.gallery li');
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await paper();
  const button = page.getByRole('button', { name: /Colours/ });
  await button.click();
  await button.click();
  assert.notEqual(await paper(), light);
  await page.reload();
  await page.waitForSelector('.gallery li');
  assert.notEqual(await paper(), light);
  await page.context().close();
});

test('rules are a click away', async () => {
  const page = await house.visit();
  await page.waitForSelector('.gallery li');
  await page.locator('.gallery li', { hasText: 'Baroque' }).getByRole('button', { name: 'Rules' }).click();
  await page.locator('dialog h1').waitFor();
  assert.match(await page.locator('dialog').innerText(), /Withdrawer/);
  await shots(page, 'rules');
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => !document.querySelector('dialog[open]'));
  await page.context().close();
});

test('the first load is small', async () => {
  const page = await house.visit('about:blank'.slice(0, 0));
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  let bytes = 0;
  const loading = new Set();
  session.on('Network.requestWillBeSent', ({ requestId }) => loading.add(requestId));
  session.on('Network.loadingFailed', ({ requestId }) => loading.delete(requestId));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes += encodedDataLength;
    loading.delete(requestId);
  });
  await page.reload();
  await page.waitForSelector('.gallery li');
  await until(() => loading.size, (left) => left === 0, 'files that are still being loaded');
  console.log(`first load: ${(bytes / 1024).toFixed(1)} KiB`);
  assert.ok(bytes > 10_000 && bytes < FIRST_LOAD, `${bytes} bytes`);
  await page.context().close();
});

test('an address that makes no sense says so', async () => {
  const page = await house.visit(hash('play', 'no-such-game'));
  await page.locator('[role="alert"]').waitFor();
  assert.match(await page.locator('[role="alert"]').innerText(), /no-such-game/);
  await page.context().close();
});

test('nothing went wrong behind the scenes', () => assert.deepEqual(house.complaints, []));
