// Machines of matchboxes: played against and trained, with beads that change as the rules of the machine say.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { click, goTo, leaving, open, overflows, shots, status, until, waitForStatus } from './support.mjs';

let house;
before(async () => (house = await open()));
after(() => house.close());

const counts = async (page) => {
  const text = await page.locator('[data-counts]').innerText();
  const [, games, boxes, , beads] = /(\d+) games?, (\d+) of (\d+) boxes, (\d+) beads/.exec(text) ?? assert.fail(text);
  return { games: Number(games), boxes: Number(boxes), beads: Number(beads) };
};
const waitForGames = (page, least) => until(async () => (await counts(page)).games, (games) => games >= least, 'games played');
const button = (page, name) => page.getByRole('button', { name, exact: true });
/** Waits until a button can be used again: what was under way has been answered. */
const free = (page, name) => button(page, name).and(page.locator(':enabled')).waitFor();
/** What every box that is shown holds, by its number. */
const beads = async (page) => new Map(await page.locator('details [data-box]').evaluateAll((boxes) =>
  boxes.map((box) => [Number(box.dataset.box), box.dataset.beads])));

/** Plays the machine's opponent by the first move on offer, until the game is over. */
async function playOut(page) {
  for (let turn = 0; turn < 20; turn += 1) {
    await waitForStatus(page, /Your move|wins|loses|draw\.|resigns/);
    if (!/Your move/.test(await status(page))) return;
    await page.waitForSelector('svg.board [data-target]');
    const before = await page.locator('svg.board[role="group"]').getAttribute('aria-label');
    for (let step = 0; step < 2 && before === (await page.locator('svg.board[role="group"]').getAttribute('aria-label')); step += 1) {
      const cell = page.locator('svg.board [data-target]').first();
      if (!(await cell.isVisible().catch(() => false))) break;
      await click(page, Number(await cell.getAttribute('data-cell')));
    }
    await page.waitForFunction(([label]) => document.querySelector('svg.board[role="group"]')?.getAttribute('aria-label') !== label, [before]);
  }
  assert.fail('the game does not end');
}

test('HER draws beads, loses some, and learns', async () => {
  const page = await house.visit('#/learn');
  await waitForStatus(page, /Your move, White/);
  assert.deepEqual(await counts(page), { games: 0, boxes: 0, beads: 0 });
  await playOut(page);
  assert.equal((await counts(page)).games, 1);
  const { boxes } = await counts(page);
  assert.ok(boxes >= 1 && boxes <= 3, `${boxes} boxes`);
  const lost = !/wins/.test(await status(page));
  assert.equal(await page.locator('.box .change').count(), lost ? 2 : 0, 'a loss takes one bead, shown in the game and among all boxes');
  await shots(page, 'learn-her-played');
  // What it learnt is still there after a reload.
  const before = await counts(page);
  await page.reload();
  await waitForStatus(page, /Your move, White/);
  assert.deepEqual(await counts(page), before);
  // Against the seeker it loses nine games, whatever chance decides, and is perfect then.
  await button(page, 'Begin with full boxes').click();
  await until(() => counts(page).then(({ games }) => games), (games) => games === 0, 'an empty machine');
  await waitForStatus(page, /Your move/);
  await button(page, 'One game').click();
  await waitForGames(page, 1);
  await page.getByLabel('at the speed of').selectOption('fast');
  await button(page, 'Train').click();
  await page.waitForSelector('[data-perfect]');
  await free(page, 'Train');
  await page.getByText('lost: 9 in all').waitFor();
  assert.ok((await counts(page)).boxes <= 19);
  await shots(page, 'learn-her-perfect');
  // A perfect HER cannot be beaten.
  await button(page, 'Play against it').click();
  await waitForStatus(page, /Your move/);
  await playOut(page);
  assert.match(await status(page), /HER wins/);
  assert.equal(await overflows(page), false);
  await page.context().close();
});

test('MENACE is rewarded by three beads, one or none', async () => {
  const page = await house.visit('#/learn/menace');
  await waitForStatus(page, /Your move, O/);
  // It has moved already: from the box of the empty board, four beads of three colours.
  assert.equal(await page.locator('[data-box="0"]').first().getAttribute('data-beads'), '4 4 4');
  await page.locator('details summary').first().waitFor();
  for (let game = 0; game < 3; game += 1) {
    await playOut(page);
    const end = await status(page);
    const change = /wins/.test(end) ? '+3' : /loses/.test(end) ? '−1' : '+1';
    const used = page.locator('section[aria-label="Boxes"] > ul .change');
    assert.ok((await used.count()) >= 3, 'all boxes that were used are corrected');
    assert.deepEqual([...new Set(await used.allInnerTexts())], [change], end);
    if (game === 0) await shots(page, 'learn-menace-played');
    await button(page, 'Play against it').click();
    await waitForStatus(page, /Your move, O/);
  }
  const before = await beads(page);
  await page.getByLabel('at the speed of').selectOption('fast');
  await button(page, 'Train').click();
  await waitForGames(page, 100);
  await button(page, 'Stop').click();
  await free(page, 'Train');
  const { games, boxes } = await counts(page);
  assert.ok(games >= 100 && boxes > 60 && boxes <= 338, `${games} games, ${boxes} boxes`);
  assert.notDeepEqual(await beads(page), before);
  assert.equal(await page.locator('svg[data-games]').getAttribute('data-games'), String(games));
  await shots(page, 'learn-menace-trained');
  assert.equal(await overflows(page), false);
  // The other machine is one's own, too.
  await leaving(page, () => page.getByRole('link', { name: 'HER instead' }).click());
  await waitForStatus(page, /Your move, White/);
  assert.equal((await counts(page)).games, 0);
  await goTo(page, house.address + '#/learn/menace');
  await until(() => counts(page).then((told) => told.games), (found) => found === games, 'MENACE as it was left');
  await page.context().close();
});

test('what a browser remembers wrongly is begun anew', async () => {
  const page = await house.visit('#/games');
  await page.evaluate(() => localStorage.setItem('plybook.machine her', JSON.stringify({
    boxes: [{ position: 'nonsense', stage: 0, beads: [1] }], played: 3, seed: 1, results: 'wld',
  })));
  await goTo(page, house.address + '#/learn/her');
  await waitForStatus(page, /Your move, White/);
  assert.deepEqual(await counts(page), { games: 0, boxes: 0, beads: 0 });
  await page.context().close();
});

/** The terms as the chart has them: name, coefficient, and whether they are active. */
const terms = (page) => page.locator('tr[data-term]').evaluateAll((rows) => rows.map((row) =>
  ({ name: row.dataset.term, size: Math.abs(Number(row.dataset.coefficient)), active: row.dataset.active === 'yes' })));

test('Samuel’s program learns game by game', async () => {
  const page = await house.visit('#/learn/samuel');
  await waitForStatus(page, /No game has been played/);
  await page.waitForSelector('tr[data-term]');
  const first = await terms(page);
  assert.equal(first.length, 38);
  assert.ok(first.every((term) => term.size === (term.active ? 2 ** 18 : 0)), 'at first all active terms count the same');
  assert.equal(first.filter((term) => term.active).length, 16);
  await button(page, 'One game').click();
  await waitForStatus(page, /Game 1: Alpha has White\. (Alpha wins|Beta wins|An even game)\./);
  const learnt = await terms(page);
  assert.equal(learnt.filter((term) => term.active).length, 16);
  assert.equal(learnt[0].size, 2 ** 18, 'the largest correlation has the largest coefficient');
  assert.ok(learnt.filter((term) => term.active).some((term) => term.size < 2 ** 18), 'and others have less');
  assert.ok(learnt.every((term) => term.active || term.size === 0));
  // The game that was played can be gone through.
  const plies = Number(await page.getByLabel('Move', { exact: true }).getAttribute('max'));
  assert.ok(plies > 10, `${plies} plies`);
  await page.getByText(`${plies} of ${plies} plies`).waitFor();
  const end = await page.locator('svg.board').getAttribute('aria-label');
  await button(page, 'A move back').click();
  await page.getByText(`${plies - 1} of ${plies} plies`).waitFor();
  await until(() => page.locator('svg.board').getAttribute('aria-label'), (label) => label !== end, 'an earlier board');
  await page.reload();
  await waitForStatus(page, /1 games? (has|have) been played/);
  assert.deepEqual(await terms(page), learnt, 'what was learnt is kept');
  await button(page, 'Let it learn').click();
  await waitForStatus(page, /Game 4:/);
  await button(page, 'Stop').click();
  await free(page, 'Let it learn');
  const games = (await page.locator('[data-score]').innerText()).match(/\d+/g).map(Number).reduce((sum, count) => sum + count, 0);
  assert.ok(games >= 4 && new RegExp(`Game ${games}:`).test(await status(page)), `${games} games`);
  await shots(page, 'learn-samuel');
  assert.equal(await overflows(page), false);
  await button(page, 'Begin anew').click();
  await waitForStatus(page, /No game has been played/);
  await page.context().close();
});

test('nothing went wrong behind the scenes', () => assert.deepEqual(house.complaints, []));
