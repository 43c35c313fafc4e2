// The stories: each walked through from the gallery to its end, with a reload in its middle.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { click, goTo, leaving, moves, open, overflows, shots, status, targets, waitForMoves, waitForStatus } from './support.mjs';

let house;
before(async () => (house = await open()));
after(() => house.close());

const panel = (page) => page.locator('section[aria-label="Story"]');
/** Turns to the next chapter, and waits until the view of the last one is gone. */
const next = (page) => leaving(page, () => panel(page).getByRole('button', { name: 'Next' }).click());
const positions = (page) => page.locator('[data-what="positions"]').allInnerTexts()
  .then((texts) => texts.map((text) => Number(text.replace(/\D/g, ''))));

async function chapter(page, number) {
  await page.waitForSelector(`section[aria-label="Story"][data-chapter="${number}"]`);
}

async function begin(story, options = {}) {
  const page = await house.visit('', options);
  await page.waitForSelector('.gallery li');
  await page.locator(`[data-story="${story}"]`).click();
  await chapter(page, 1);
  return page;
}

/** The tree of a chapter is there when nothing is being searched any more. */
async function waitForTree(page, depth) {
  await page.waitForFunction(([plies]) => document.querySelector('.settings input[type="number"]')?.value === String(plies), [depth]);
  await page.getByRole('button', { name: 'Search', exact: true }).and(page.locator(':enabled')).waitFor();
  await page.waitForSelector('[data-node="0"]');
}

test('hexapawn is played, searched and solved', async () => {
  const page = await begin('hexapawn');
  await waitForStatus(page, /Your move, White/);
  await shots(page, 'story-hexapawn-1');
  await click(page, 'b1');
  await click(page, 'b2');
  await waitForMoves(page, 2);
  await next(page);
  await chapter(page, 2);
  await waitForTree(page, 2);
  await shots(page, 'story-hexapawn-2');
  await next(page);
  await page.waitForSelector('section[aria-label="Step by step"]');
  const film = page.locator('section[aria-label="Step by step"] [role="status"]');
  assert.match(await film.innerText(), /Enter the root: MAX to move/);
  await page.getByRole('button', { name: 'Step forward' }).click();
  const step = await film.innerText();
  await shots(page, 'story-hexapawn-3');
  await page.reload();
  await chapter(page, 3);
  await page.waitForSelector('section[aria-label="Step by step"]');
  assert.equal(await film.innerText(), step, 'the step is kept');
  await next(page);
  await waitForTree(page, 9);
  assert.match(await page.locator('section[aria-label="Minimax"] h2').innerText(), /loss in 6 for MAX/);
  await shots(page, 'story-hexapawn-4');
  await next(page);
  await page.getByText('fewer positions for the same value').waitFor();
  const [all, cut] = await positions(page);
  assert.ok(cut < all / 2, `${cut} of ${all}`);
  await next(page);
  await chapter(page, 6);
  await waitForStatus(page, /Your move, Black/);
  await panel(page).getByRole('button', { name: 'Finish' }).click();
  await page.waitForSelector('.gallery li');
  await panel(page).waitFor({ state: 'detached' });
  await page.context().close();
});

test('tic-tac-toe shows what alpha-beta saves, and leaves no habits behind', async () => {
  const page = await begin('tictactoe');
  await waitForStatus(page, /Your move, X/);
  await next(page);
  await page.getByText('fewer positions for the same value').waitFor();
  await shots(page, 'story-tictactoe-2');
  await next(page);
  await page.waitForSelector('section[aria-label="Step by step"]');
  await page.getByRole('button', { name: 'Next cut' }).click();
  assert.match(await page.locator('section[aria-label="Step by step"] [role="status"]').innerText(), /Cut at/);
  await page.reload();
  await chapter(page, 3);
  await page.waitForSelector('section[aria-label="Step by step"]');
  assert.match(await page.locator('section[aria-label="Step by step"] [role="status"]').innerText(), /Cut at/);
  await next(page);
  await waitForTree(page, 5);
  await next(page);
  await waitForTree(page, 9);
  const [all, cut] = await positions(page);
  assert.ok(all > 500_000 && cut < all / 10, `${cut} of ${all}`);
  await shots(page, 'story-tictactoe-5');
  await next(page);
  await waitForTree(page, 9);
  const [engine] = await positions(page);
  assert.ok(engine < cut, `${engine} of ${cut}`);
  await leaving(page, () => panel(page).getByRole('button', { name: 'Back' }).click());
  await chapter(page, 5);
  await panel(page).getByRole('button', { name: 'Leave the story' }).click();
  await panel(page).waitFor({ state: 'detached' });
  await goTo(page, `${house.address}#/tree/othello`);
  await waitForTree(page, 3);
  await page.context().close();
});

/** What each chapter says to do: from, to, and the cell that is then empty. */
const DEEDS = { 2: ['f1', 'f4', 'e4'], 3: ['d4', 'c4', 'e4'], 4: ['a4', 'd4', 'c4'], 6: ['c3', 'c5', 'h5'], 7: ['a4', 'd4', 'c4'] };
const NOTES = { 2: 'Pincer', 3: 'Withdrawer', 4: 'Leaper', 6: 'Coordinator', 7: 'Imitator' };

test('every strange piece of Baroque does what its chapter says', async () => {
  const page = await begin('baroque');
  await waitForStatus(page, /White to move/);
  await click(page, 'd1');
  await page.locator('[data-piece-note]').waitFor();
  await shots(page, 'story-baroque-1');
  for (let number = 2; number <= 9; number += 1) {
    await next(page);
    await chapter(page, number);
    await waitForStatus(page, number === 9 ? /Your move/ : /White to move/);
    const deed = DEEDS[number];
    if (deed) {
      const [from, to, victim] = deed;
      await page.waitForSelector(`[data-name="${victim}"][data-piece]`);
      await click(page, from);
      await page.locator(`[data-piece-note="${NOTES[number].toLowerCase()}" i]`).waitFor();
      if (number === 4) await shots(page, 'story-baroque-4');
      await click(page, to);
      await waitForStatus(page, /Black to move/);
      assert.equal(await page.locator(`[data-name="${victim}"][data-piece]`).count(), 0, `${victim} of chapter ${number}`);
    }
    if (number === 4) {
      await page.reload();
      await chapter(page, 4);
      await waitForStatus(page, /Black to move/);
      assert.deepEqual(moves(page).length, 1, 'the move is kept');
    }
    if (number === 5) {
      const free = await Promise.all((await targets(page)).map((cell) => page.locator(`[data-cell="${cell}"]`).getAttribute('data-name')));
      assert.ok(!free.includes('d4') && free.includes('a1'), `${free}`);
    }
    if (number === 8) {
      assert.match(await status(page), /The king is in danger!/);
      assert.match(await page.locator('[data-name="e1"]').getAttribute('aria-label'), /in check/);
      await shots(page, 'story-baroque-8');
      await click(page, 'e1');
      await click(page, 'e2');
      await waitForStatus(page, /Black to move/);
    }
  }
  await page.context().close();
});

test('a story with the keyboard alone, at phone width, from which one may wander off', async () => {
  const page = await house.visit('', { viewport: { width: 360, height: 740 } });
  await page.waitForSelector('.gallery li');
  assert.equal(await overflows(page), false, 'gallery');
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-story') ?? document.activeElement?.textContent?.trim());
  const tabTo = async (wanted) => {
    for (let step = 0; step < 60; step += 1) {
      if ((await focused()) === wanted) return;
      await page.keyboard.press('Tab');
    }
    assert.fail(`the Tab key never gets to ${wanted}`);
  };
  await tabTo('hexapawn');
  await page.keyboard.press('Enter');
  await chapter(page, 1);
  await tabTo('Next');
  await page.keyboard.press('Enter');
  await chapter(page, 2);
  assert.equal(await focused(), 'Next', 'the focus stays where it is needed');
  await page.waitForSelector('[data-node="0"]');
  assert.equal(await overflows(page), false, 'chapter');
  await page.getByRole('link', { name: 'Games', exact: true }).click();
  await page.getByRole('button', { name: 'Return to this chapter' }).click();
  await page.waitForSelector('[data-node="0"]');
  await tabTo('Leave the story');
  await page.keyboard.press('Enter');
  await panel(page).waitFor({ state: 'detached' });
  await page.context().close();
});

test('a game without pieces says how its positions are set up', async () => {
  const page = await house.visit('#/analyse/nim');
  await page.getByText('This game has no pieces to move about').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Move pieces about' }).count(), 0);
  await page.context().close();
});

test('nothing went wrong behind the scenes', () => assert.deepEqual(house.complaints, []));
