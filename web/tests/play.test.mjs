// Whole games on the real page, and every kind of move.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  boardText, click, goTo, hash, leaving, moves, open, overflows, playFirst, reloadAndCompare, shots, status, targets, waitForMoves, waitForStatus,
} from './support.mjs';

let house;
before(async () => (house = await open()));
after(() => house.close());

const over = /wins|Draw|resigns|run out/;

/** Plays the first move on offer until the game is over. */
async function playOut(page, atMove, doThere) {
  for (let turn = 0; turn < 60; turn += 1) {
    await waitForStatus(page, /Your move|wins|Draw/);
    if (over.test(await status(page))) return;
    if (turn === atMove) await doThere();
    await playFirst(page);
  }
  assert.fail('the game does not end');
}

test('the first visit shows all games, and one click starts one', async () => {
  const page = await house.visit();
  await page.waitForSelector('.gallery li');
  assert.ok((await page.locator('.gallery li').count()) >= 12);
  await shots(page, 'gallery');
  await page.locator('[data-game="chess"]').click();
  await waitForStatus(page, /Your move, White/);
  assert.equal((await targets(page)).length, 10);
  await page.context().close();
});

for (const game of ['tictactoe', 'hexapawn']) {
  test(`a full game of ${game} against the engine, with a reload in the middle`, async () => {
    const page = await house.visit(hash('play', game));
    await playOut(page, 1, () => reloadAndCompare(page, assert));
    assert.match(await status(page), over);
    assert.ok(moves(page).length >= 4);
    await reloadAndCompare(page, assert);
    await shots(page, `play-${game}-over`);
    await page.context().close();
  });
}

test('a multi-jump in checkers goes through its squares', async () => {
  const page = await house.visit(hash('play', 'checkers', { position: 'B:W6,15,32:B1' }));
  await waitForStatus(page, /Your move, Black/);
  await click(page, '1');
  await click(page, '10');
  assert.equal(moves(page).length, 0, 'half a jump is no move');
  await page.getByText('The move goes on: pick the next cell').waitFor();
  await shots(page, 'play-checkers-jump');
  await click(page, '19');
  await waitForMoves(page, 1);
  assert.equal(moves(page)[0], '1x10x19');
  await waitForStatus(page, /Your move|wins/);
  await reloadAndCompare(page, assert);
  await page.context().close();
});

test('a Baroque leaper leaps, and a freezer freezes', async () => {
  const page = await house.visit(hash('play', 'baroque', { position: '4k3/8/8/8/L2p4/8/8/4K3 w' }));
  await waitForStatus(page, /Your move, White/);
  await click(page, 'a4');
  assert.match(await page.locator('[data-piece-note="leaper"]').innerText(), /jumps over one enemy/);
  await click(page, 'e4');
  await waitForMoves(page, 1);
  assert.equal(moves(page)[0], 'a4e4');
  assert.doesNotMatch(await boardText(page), /1 pincer/);
  await shots(page, 'play-baroque-leap');
  await goTo(page, house.address + hash('play', 'baroque', { position: '4k3/8/8/3P4/3f4/8/8/4K3 w' }));
  await waitForStatus(page, /Your move, White/);
  const names = await page.locator('svg.board [data-target]').evaluateAll((cells) => cells.map((cell) => cell.dataset.name));
  assert.deepEqual(names, ['e1'], 'the pincer beside the freezer cannot move');
  await click(page, 'd5');
  assert.equal((await targets(page)).length, 1);
  await reloadAndCompare(page, assert);
  await page.context().close();
});

test('a Baroque imitator is asked what it takes', async () => {
  const page = await house.visit(hash('play', 'baroque', { position: '4k3/8/3P4/3p4/wI6/8/8/7K w' }));
  await waitForStatus(page, /Your move, White/);
  await click(page, 'b4');
  await click(page, 'd4');
  const menu = page.locator('[aria-label="Choose"]');
  await menu.waitFor();
  await shots(page, 'play-baroque-choice');
  await menu.getByText('take withdrawer').click();
  await waitForMoves(page, 1);
  assert.equal(moves(page)[0], 'b4d4=w');
  await page.context().close();
});

test('a Kalah extra turn stays with the player', async () => {
  const page = await house.visit(hash('play', 'kalah'));
  await waitForStatus(page, /Your move, South/);
  await click(page, 2);
  await waitForMoves(page, 1);
  await waitForStatus(page, /Your move, South/);
  assert.deepEqual(moves(page), ['3']);
  assert.deepEqual(await page.locator('svg.board text.owner').allTextContents(), ['South', 'North'], 'whose store it is');
  assert.deepEqual(await page.locator('svg.board text.house').allTextContents(), [...'123456', ...'123456'], 'houses are numbered');
  assert.equal(await page.locator('.player .dot').count(), 0, 'seeds have nobody’s colour');
  await reloadAndCompare(page, assert);
  await shots(page, 'play-kalah');
  await page.context().close();
});

test('sides of Connect Four are called by their colours, and a board that stands upright is not turned', async () => {
  const page = await house.visit(hash('play', 'connect4'));
  await waitForStatus(page, /Your move, Red/);
  assert.equal(await page.getByPlaceholder('such as 1').count(), 1, 'the notation is shown');
  assert.equal(await page.getByRole('button', { name: 'Turn the board' }).count(), 0);
  await page.context().close();
});

test('variants are offered in words, and their names are not lost', async () => {
  const page = await house.visit();
  const card = page.locator('.gallery > li', { hasText: 'English checkers' });
  await card.getByText('Sizes and variants').click();
  const link = card.getByRole('link', { name: 'Eleven men each, ballot 1' });
  assert.equal(await link.getAttribute('title'), 'checkers:ballot=1');
  assert.doesNotMatch(await page.locator('.gallery').innerText(), /checkers:/);
  await link.click();
  await page.getByRole('heading', { name: 'English checkers eleven men each, ballot 1' }).waitFor();
  await page.getByRole('button', { name: 'New game' }).click();
  const list = page.getByLabel('Variant');
  assert.equal(await list.locator('option:checked').innerText(), 'Eleven men each, ballot 1');
  assert.doesNotMatch((await list.locator('option').allInnerTexts()).join(), /[:=]/);
  await shots(page, 'play-variants');
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    assert.equal(await overflows(page), false, `the form at ${width} pixels`);
  }
  await list.selectOption({ label: 'Usual rules' });
  await leaving(page, () => page.getByRole('button', { name: 'Start', exact: true }).click());
  await waitForStatus(page, /Your move, Black/);
  assert.match(page.url(), /#\/play\/checkers$/);
  await page.context().close();
});

test('an Othello pass is offered as such', async () => {
  const page = await house.visit(hash('play', 'othello:4x4', { position: 'OXXX-OOOOXXX-XXX X' }));
  await waitForStatus(page, /Your move, Black/);
  const pass = page.locator('[aria-label="Choose"] button', { hasText: 'pass' });
  await pass.waitFor();
  assert.equal((await targets(page)).length, 0);
  await waitForStatus(page, /only pass is possible/);
  await shots(page, 'play-othello-pass');
  await pass.click();
  await waitForMoves(page, 1);
  assert.equal(moves(page)[0], 'pass');
  await page.context().close();
});

test('drag, take back, resign, new game, hint and remarks', async () => {
  const page = await house.visit(hash('play', 'breakthrough:5x5'));
  await waitForStatus(page, /Your move, White/);
  const from = await page.locator('[data-name="b2"]').boundingBox();
  const to = await page.locator('[data-name="b3"]').boundingBox();
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 6 });
  await page.mouse.up();
  await waitForMoves(page, 2);
  assert.equal(moves(page)[0], 'b2b3');
  await waitForStatus(page, /Your move/);
  assert.ok((await page.locator('q').first().innerText()).length > 5, 'the engine says something');
  await page.getByRole('button', { name: 'Hint' }).click();
  await page.locator('[data-hint]').waitFor();
  // Whose advantage a value is, is said by name and not by a sign.
  assert.match(await page.locator('[data-hint] p').first().innerText(), /\((White|Black) (ahead by \d|wins in)|\(even/);
  assert.doesNotMatch(await page.locator('q').first().innerText(), /\([+-]\d/);
  await shots(page, 'play-hint');
  await page.getByRole('button', { name: 'Take back' }).click();
  await page.waitForFunction(() => !location.hash.includes('moves='));
  await waitForStatus(page, /Your move/);
  await page.getByRole('button', { name: 'Resign' }).click();
  await waitForStatus(page, /White resigns/);
  await reloadAndCompare(page, assert);
  await page.getByRole('button', { name: 'New game' }).click();
  await page.getByLabel('Who plays White').selectOption('level:1');
  await page.getByLabel('Who plays Black').selectOption('person');
  await page.getByLabel('Minutes').fill('5');
  await shots(page, 'play-new-game');
  await page.getByRole('button', { name: 'Start' }).click();
  await waitForMoves(page, 1);
  await waitForStatus(page, /Your move, Black/);
  await page.locator('.clock').first().waitFor();
  await reloadAndCompare(page, assert);
  await page.context().close();
});

test('who changes sides has the own side below', async () => {
  const page = await house.visit(hash('play', 'hexapawn'));
  await waitForStatus(page, /Your move, White/);
  const top = async (name) => (await page.locator(`svg.board [data-name="${name}"]`).boundingBox()).y;
  assert.ok((await top('a1')) > (await top('a3')));
  await page.getByRole('button', { name: 'New game' }).click();
  await page.getByLabel('Who plays White').selectOption('level:1');
  await page.getByLabel('Who plays Black').selectOption('person');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await waitForStatus(page, /Your move, Black/);
  assert.ok((await top('a3')) > (await top('a1')), 'Black is above');
  await page.getByRole('button', { name: 'New game' }).click();
  await page.getByRole('button', { name: 'Turn the board' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  assert.ok((await top('a1')) > (await top('a3')), 'the board turned by itself');
  await page.context().close();
});

test('two engines play while one watches, and pause', async () => {
  const page = await house.visit(hash('play', 'connect4:4x4'));
  await waitForStatus(page, /Your move/);
  await page.getByRole('button', { name: 'New game' }).click();
  await page.getByLabel('Who plays Red').selectOption('level:1');
  await page.getByLabel('Who plays Yellow').selectOption('level:2');
  await page.getByRole('button', { name: 'Start' }).click();
  await waitForMoves(page, 3);
  await page.getByRole('button', { name: 'Pause' }).click();
  await waitForStatus(page, /Paused/);
  await page.getByRole('button', { name: 'Go on' }).click();
  await waitForStatus(page, /^(Red wins|Yellow wins|Draw)/);
  await page.context().close();
});

test('a game begun from the gallery takes over neither the seats nor the clock of the last one', async () => {
  const page = await house.visit(hash('play', 'hexapawn'));
  await waitForStatus(page, /Your move/);
  await page.getByRole('button', { name: 'New game' }).click();
  await page.getByLabel('Who plays White').selectOption('level:1');
  await page.getByLabel('Who plays Black').selectOption('level:1');
  await page.getByLabel('Minutes').fill('5');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await waitForMoves(page, 2);
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Games' }).click();
  await page.locator('[data-game="hexapawn"]').click();
  await waitForStatus(page, /Your move, White/);
  assert.equal(await page.locator('.clock').count(), 0);
  await page.context().close();
});

test('options are told in words, and no list says its default twice', async () => {
  const page = await house.visit(hash('play', 'checkers'));
  await waitForStatus(page, /Your move/);
  await page.getByRole('button', { name: 'New game' }).click();
  await page.getByText('Own options').click();
  const lists = await page.locator('.options select').evaluateAll((all) =>
    all.map((list) => [...list.options].map((option) => option.textContent.trim())));
  assert.ok(lists.length > 0);
  for (const list of lists) assert.equal(new Set(list).size, list.length, list.join());
  const labels = await page.locator('.options label > span').allInnerTexts();
  assert.ok(labels.every((label) => !/[=|]/.test(label)), labels.join());
  await shots(page, 'play-options');
  await page.context().close();
});

test('a promotion in chess is asked for, and a check is marked', async () => {
  const page = await house.visit(hash('play', 'chess', { position: '7k/P7/8/8/8/8/8/K7 w - - 0 1' }));
  await waitForStatus(page, /Your move, White/);
  await click(page, 'a7');
  await click(page, 'a8');
  await page.locator('[aria-label="Choose"]').getByText('queen').click();
  await waitForMoves(page, 1);
  assert.equal(moves(page)[0], 'a7a8q');
  // The engine may have answered already.
  assert.match((await page.locator('ol[aria-label="Moves"]').innerText()).split(/\s+/).join(' '), /^1\. a8=Q\+( |$)/);
  await page.waitForSelector('[data-name="h8"][aria-label*="in check"], [data-piece="1 king"]');
  await page.context().close();
});

test('a draw that no promotion can avoid says its own reason', async () => {
  const page = await house.visit(hash('play', 'chess', { position: '8/P6k/8/8/8/8/7K/8 w - - 0 1' }));
  await waitForStatus(page, /Your move, White/);
  await click(page, 'a7');
  await click(page, 'a8');
  await page.locator('[aria-label="Choose"]').getByText('knight').click();
  await waitForStatus(page, /^Draw by insufficient material\.$/);
  await page.context().close();
});

test('a promotion is chosen among drawn pieces, the queen first', async () => {
  const page = await house.visit(hash('play', 'chess', { position: '7k/P7/8/8/8/8/8/K7 w - - 0 1' }));
  await waitForStatus(page, /Your move, White/);
  await click(page, 'a7');
  await click(page, 'a8');
  const menu = page.locator('[aria-label="Choose"]');
  await menu.waitFor();
  const choices = await menu.locator('button:has(svg)').allInnerTexts();
  assert.deepEqual(choices.map((text) => text.trim()), ['queen', 'rook', 'bishop', 'knight']);
  await shots(page, 'play-promotion');
  await page.context().close();
});

test('the end says who won and shows the row, a rematch exchanges the sides', async () => {
  const page = await house.visit(hash('play', 'tictactoe', { position: 'XX1/OO1/3 X' }));
  await waitForStatus(page, /Your move, X/);
  await click(page, 'c3');
  await waitForStatus(page, /^You won\. X wins\.$/);
  assert.deepEqual(await page.locator('[data-deciding]').evaluateAll((cells) => cells.map((cell) => cell.dataset.deciding)), ['0', '1', '2']);
  await shots(page, 'play-won');
  await page.getByRole('button', { name: 'Rematch' }).click();
  await waitForMoves(page, 1);
  await waitForStatus(page, /Your move, O|You (won|lost)|Draw/);
  await page.context().close();
});

test('a score goes along with the game, and earlier positions are looked at without leaving it', async () => {
  const page = await house.visit(hash('play', 'othello'));
  await waitForStatus(page, /Your move, Black/);
  assert.equal(await page.locator('[data-tally="0"]').innerText(), '2 discs');
  await playFirst(page);
  await waitForMoves(page, 2);
  await waitForStatus(page, /Your move, Black/);
  const now = await boardText(page);
  const list = page.locator('ol[aria-label="Moves"]');
  await list.getByRole('button').first().click();
  await page.getByText('After 1 of 2 moves.').waitFor();
  assert.equal(await page.locator('[data-tally="0"]').innerText(), '4 discs');
  assert.equal((await targets(page)).length, 0, 'the past is not played on');
  assert.equal(moves(page).length, 2, 'the game is where it was');
  await page.getByRole('button', { name: 'Back to the game' }).click();
  await page.waitForFunction(() => document.querySelector('.looking') === null);
  assert.equal(await boardText(page), now);
  await page.locator('h1').click();
  await page.keyboard.press('ArrowLeft');
  await page.getByText('After 1 of 2 moves.').waitFor();
  await page.keyboard.press('End');
  await page.waitForFunction(() => document.querySelector('.looking') === null);
  await page.context().close();
});

test('a turned board stays turned over a reload, and the gallery leads back to games in the middle', async () => {
  const page = await house.visit(hash('play', 'hexapawn:4x4'));
  await waitForStatus(page, /Your move, White/);
  const top = async (name) => (await page.locator(`svg.board [data-name="${name}"]`).boundingBox()).y;
  await page.getByRole('button', { name: 'Turn the board' }).click();
  await page.waitForFunction(() => {
    const [low, high] = ['a1', 'a4'].map((name) => document.querySelector(`[data-name="${name}"]`).getBoundingClientRect().y);
    return low < high;
  });
  await playFirst(page);
  await waitForMoves(page, 2);
  await page.reload();
  await waitForStatus(page, /Your move|wins/);
  assert.ok((await top('a1')) < (await top('a4')), 'the board turned back');
  const played = moves(page);
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Games' }).click();
  await shots(page, 'gallery-going');
  // Beginning a game anew does not lose the one in the middle.
  await page.locator('[data-game="hexapawn"]').click();
  await waitForStatus(page, /Your move, White/);
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Games' }).click();
  await page.getByRole('region', { name: 'Games to go on with' }).getByRole('link', { name: /Hexapawn 4 rows, 4 columns, after \d plies, You – Engine, level 5/ }).click();
  await waitForStatus(page, /Your move|wins/);
  assert.deepEqual(moves(page), played);
  await page.context().close();
});

test('every game opens, draws itself and takes a move', async () => {
  const page = await house.visit();
  await page.waitForSelector('.gallery li');
  const names = await page.locator('[data-game]').evaluateAll((links) => links.map((link) => link.dataset.game));
  for (const name of names) {
    await goTo(page, house.address + hash('play', name));
    await waitForStatus(page, /Your move/);
    await shots(page, `play-${name}`);
    await playFirst(page);
  }
  await page.context().close();
});

test('nothing went wrong behind the scenes', () => assert.deepEqual(house.complaints, []));
