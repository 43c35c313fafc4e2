// Play that one can follow: moves that are seen and heard, moves that are planned, and how a game is ended by agreement.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { click, hash, moves, open, shots, status, until, waitForMoves, waitForStatus } from './support.mjs';

let house;
before(async () => (house = await open()));
after(() => house.close());

/** Writes down every animation of a piece and every count that a board shows. */
const watch = (page) => page.evaluate(() => {
  const animate = Element.prototype.animate;
  [globalThis.motions, globalThis.counts] = [[], []];
  Element.prototype.animate = function (frames, how) {
    const { stand, ghost } = this.parentElement.dataset;
    globalThis.motions.push({ cell: stand ?? ghost, gone: ghost !== undefined, steps: frames.map(({ transform }) => transform ?? ''), delay: how.delay ?? 0 });
    return animate.call(this, frames, how);
  };
  const note = () => {
    const shown = [...document.querySelectorAll('svg.board text.count')].map((text) => text.textContent).join(' ');
    if (shown !== '' && globalThis.counts.at(-1) !== shown) globalThis.counts.push(shown);
  };
  note();
  new MutationObserver(note).observe(document.querySelector('svg.board'), { subtree: true, characterData: true, childList: true });
});
const motions = (page) => page.evaluate(() => globalThis.motions);
const stillGhosts = (page) => page.waitForFunction(() => document.querySelector('[data-ghost]') === null);

/** Holds the engine's answers back until they are let go. */
async function hold(page) {
  let release;
  const gate = new Promise((resolve) => (release = resolve));
  await page.route('**/api/move', async (route) => {
    await gate;
    await route.continue();
  });
  return release;
}

test('a multi-jump is seen jump by jump, and each man vanishes as he is jumped', async () => {
  const page = await house.visit(hash('play', 'checkers', { position: 'B:W6,15,32:B1' }));
  await waitForStatus(page, /Your move, Black/);
  const release = await hold(page);
  await watch(page);
  for (const cell of ['1', '10', '19']) await click(page, cell);
  await waitForMoves(page, 1);
  await until(() => motions(page).then((all) => all.length), (count) => count === 3, 'animations');
  const [jump, ...taken] = await motions(page);
  assert.deepEqual([jump.gone, jump.steps.length], [false, 3], 'through the square between');
  assert.deepEqual(taken.map(({ gone }) => gone), [true, true]);
  assert.ok(taken[0].delay < taken[1].delay, 'one after the other');
  await stillGhosts(page);
  release();
  await page.context().close();
});

test('seeds are sown one by one', async () => {
  const page = await house.visit(hash('play', 'kalah'));
  await waitForStatus(page, /Your move, South/);
  await watch(page);
  await click(page, 2);
  await waitForMoves(page, 1);
  await until(() => page.evaluate(() => globalThis.counts.at(-1)), (last) => last === '4 4 0 5 5 5 1 4 4 4 4 4 4 0', 'the last seed');
  assert.deepEqual(await page.evaluate(() => globalThis.counts), [
    '4 4 4 4 4 4 0 4 4 4 4 4 4 0', '4 4 0 4 4 4 0 4 4 4 4 4 4 0', '4 4 0 5 4 4 0 4 4 4 4 4 4 0', '4 4 0 5 5 4 0 4 4 4 4 4 4 0',
    '4 4 0 5 5 5 0 4 4 4 4 4 4 0', '4 4 0 5 5 5 1 4 4 4 4 4 4 0',
  ]);
  await page.context().close();
});

test('discs turn over from the one that was put, and a disc of Connect Four falls', async () => {
  const page = await house.visit(hash('play', 'othello', { moves: 'd3 c3' }));
  await waitForStatus(page, /Your move, Black/);
  const release = await hold(page);
  await watch(page);
  await page.locator('svg.board [data-target]').first().click();
  await waitForMoves(page, 3);
  await until(() => motions(page).then((all) => all.filter(({ gone }) => gone).length), (count) => count > 0, 'a disc that turns');
  const turned = (await motions(page)).filter(({ gone }) => gone);
  assert.ok(turned.every(({ steps, delay }) => steps[1] === 'scaleX(0)' && delay > 0));
  await stillGhosts(page);
  release();
  await page.goto(house.address + hash('play', 'connect4'));
  await waitForStatus(page, /Your move, Red/);
  await watch(page);
  await page.locator('svg.board [data-target]').first().click();
  await waitForMoves(page, 1);
  await until(() => motions(page).then((all) => all.length), (count) => count > 0, 'a disc that falls');
  assert.match((await motions(page))[0].steps[0], /translate\(0, -600px\)/);
  await page.context().close();
});

test('whoever wants a still page has one, and the choice is kept', async () => {
  const page = await house.visit(hash('play', 'kalah'));
  await waitForStatus(page, /Your move, South/);
  await page.getByText('Board and sound').click();
  await page.getByLabel('Show moves happening').uncheck();
  await page.getByLabel('Frame what can be picked').uncheck();
  await page.reload();
  await waitForStatus(page, /Your move, South/);
  assert.equal(await page.locator('svg.board.unframed').count(), 1);
  await page.getByText('Board and sound').click();
  assert.equal(await page.getByLabel('Show moves happening').isChecked(), false);
  await watch(page);
  await click(page, 2);
  await waitForMoves(page, 1);
  await until(() => page.evaluate(() => globalThis.counts.length), (count) => count >= 2, 'the move');
  assert.equal(await page.evaluate(() => globalThis.counts[1]), '4 4 0 5 5 5 1 4 4 4 4 4 4 0', 'at once');
  await page.context().close();
});

test('sounds are an option, off at first, and tell moves from captures', async () => {
  const page = await house.visit('');
  await page.addInitScript(() => {
    globalThis.heard = [];
    const create = AudioContext.prototype.createOscillator;
    AudioContext.prototype.createOscillator = function () {
      const tone = create.call(this);
      const start = tone.start.bind(tone);
      tone.start = (when) => {
        globalThis.heard.push(Math.round(tone.frequency.value));
        start(when);
      };
      return tone;
    };
  });
  const heard = () => page.evaluate(() => globalThis.heard.length);
  await page.goto(house.address + hash('play', 'chess', { moves: 'e2e4 d7d5' }));
  await page.reload();
  await waitForStatus(page, /Your move, White/);
  const release = await hold(page);
  await click(page, 'e4');
  await click(page, 'd5');
  await waitForMoves(page, 3);
  assert.equal(await heard(), 0, 'nobody asked for sounds');
  await page.getByRole('button', { name: 'Take back' }).click();
  await waitForStatus(page, /Your move, White/);
  await page.getByText('Board and sound').click();
  await page.getByLabel('Sounds').check();
  await until(heard, (count) => count === 1, 'a sample');
  await click(page, 'e4');
  await click(page, 'd5');
  await waitForMoves(page, 3);
  await until(heard, (count) => count === 3, 'the two tones of a capture');
  release();
  await page.reload();
  await page.getByText('Board and sound').click();
  assert.equal(await page.getByLabel('Sounds').isChecked(), true);
  await page.context().close();
});

test('a planned move is played as soon as the engine has moved; a queen is meant where a pawn arrives', async () => {
  // Black has one legal reply only.
  const page = await house.visit(hash('play', 'chess', { position: '7k/P7/8/8/8/8/1R6/7K w - - 0 1' }));
  await waitForStatus(page, /Your move, White/);
  const release = await hold(page);
  await click(page, 'b2');
  await click(page, 'b7');
  await waitForStatus(page, /thinking/);
  await click(page, 'a7');
  await click(page, 'a8');
  await page.getByText('Planned: a7 – a8').waitFor();
  assert.equal(await page.locator('[data-planned]').count(), 2);
  await shots(page, 'play-planned');
  release();
  await waitForMoves(page, 3);
  assert.deepEqual(moves(page).slice(1, 3), ['h8g8', 'a7a8q']);
  await page.context().close();
});

test('a plan that cannot be played is refused in words, and Escape forgets one', async () => {
  const page = await house.visit(hash('play', 'chess', { position: '7k/P7/8/8/8/8/1R6/7K w - - 0 1' }));
  await waitForStatus(page, /Your move, White/);
  const release = await hold(page);
  await click(page, 'b2');
  await click(page, 'b7');
  await waitForStatus(page, /thinking/);
  await click(page, 'a7');
  await click(page, 'a8');
  await page.locator('[data-planned]').first().waitFor();
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('[data-planned]').count(), 0);
  await click(page, 'h1');
  await click(page, 'h5');
  release();
  await page.getByText('h1 – h5 cannot be played now.').waitFor();
  assert.equal(moves(page).length, 2);
  await page.context().close();
});

test('an engine that takes its time moves when it is told to', async () => {
  const page = await house.visit(hash('play', 'chess'));
  await waitForStatus(page, /Your move, White/);
  await page.getByRole('button', { name: 'New game' }).click();
  await page.getByLabel('Who plays Black').selectOption('time:10000');
  await page.getByRole('button', { name: 'Start' }).click();
  await waitForStatus(page, /Your move, White/);
  await click(page, 'e2');
  await click(page, 'e4');
  const begun = Date.now();
  const told = page.waitForResponse(async (response) => response.url().endsWith('/api/move/now') && (await response.json()).hurried === 1);
  await page.getByRole('button', { name: 'Move now' }).click();
  await told;
  await waitForMoves(page, 2);
  assert.ok(Date.now() - begun < 10_000, 'long before its time is over');
  await waitForStatus(page, /Your move, White/);
  await page.context().close();
});

test('a draw is offered: too early, declined by who stands better, taken by who does not, and kept', async () => {
  const line = 'e1d1 e8d8 d1c1 d8c8 c1b1 c8b8 b1a1 b8a8 a1a2 a8a7';
  const offer = (page) => page.getByRole('button', { name: 'Offer a draw' });
  const page = await house.visit(hash('play', 'chess'));
  await waitForStatus(page, /Your move, White/);
  await offer(page).click();
  await page.getByText('It is too early for a draw.').waitFor();
  assert.equal(await offer(page).isDisabled(), true, 'once a move');
  await page.goto(house.address + hash('play', 'chess', { position: '4k3/4p3/8/8/8/8/8/4K3 w - - 0 1', moves: line }));
  await waitForStatus(page, /Your move, White/);
  await offer(page).click();
  await page.getByText('Your opponent plays on.').waitFor();
  await page.goto(house.address + hash('play', 'chess', { position: '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1', moves: line }));
  await waitForStatus(page, /Your move, White/);
  await offer(page).click();
  await waitForStatus(page, /^Draw by agreement\.$/);
  await page.reload();
  await waitForStatus(page, /^Draw by agreement\.$/);
  assert.equal(await page.getByRole('button', { name: 'Rematch' }).count(), 1);
  await page.getByRole('button', { name: 'Take back' }).click();
  await waitForStatus(page, /Your move, White/);
  await page.context().close();
});

test('two people agree on a draw at one board', async () => {
  const page = await house.visit(hash('play', 'chess'));
  await waitForStatus(page, /Your move, White/);
  await page.getByRole('button', { name: 'New game' }).click();
  await page.getByLabel('Who plays Black').selectOption('person');
  await page.getByRole('button', { name: 'Start' }).click();
  await waitForStatus(page, /White to move/);
  await page.getByRole('button', { name: 'Offer a draw' }).click();
  await page.getByText('White offers a draw.').waitFor();
  await page.getByRole('button', { name: 'Decline' }).click();
  await page.getByText('The offer is declined.').waitFor();
  await click(page, 'e2');
  await click(page, 'e4');
  await waitForStatus(page, /Black to move/);
  await page.getByRole('button', { name: 'Offer a draw' }).click();
  await page.getByRole('button', { name: 'Accept' }).click();
  await waitForStatus(page, /^Draw by agreement\.$/);
  await page.context().close();
});

test('nothing went wrong behind the scenes', () => assert.deepEqual(house.complaints, []));
