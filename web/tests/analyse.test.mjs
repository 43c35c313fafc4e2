// Analyse: positions by text and from records, live lines, terms, the course of a game, hints.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  click, goTo, hash, moves, open, overflows, reloadAndCompare, shots, status, waitForMoves, waitForStatus,
} from './support.mjs';

let house;
before(async () => (house = await open()));
after(() => house.close());

const depth = (page) => page.locator('[data-depth]').getAttribute('data-depth').then(Number);

test('a FEN is analysed, live, in several lines', async () => {
  const page = await house.visit(hash('analyse', 'chess'));
  await waitForStatus(page, /White to move/);
  // Mate in one: the value is proven and the line is short.
  await page.getByLabel('Position', { exact: true }).last().fill('6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1');
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.waitForFunction(() => document.querySelector('[data-depth]')?.nextElementSibling?.textContent?.includes('Re8#'));
  await page.waitForFunction(() => document.querySelector('[data-depth]')?.textContent?.includes('proven'));
  assert.ok((await page.locator('section[aria-label="Engine"] ol li').count()) >= 2);
  assert.match(await page.locator('section[aria-label="Engine"] ol li').first().innerText(), /White wins in 1/);
  assert.equal(await page.locator('[data-share]').getAttribute('data-share'), '1.000');
  await reloadAndCompare(page, assert);
  await page.waitForSelector('[data-depth]');
  await shots(page, 'analyse-fen');
  await page.context().close();
});

test('thinking goes deeper while one looks on, and stops', async () => {
  const page = await house.visit(hash('analyse', 'othello'));
  await page.waitForFunction(() => Number(document.querySelector('[data-depth]')?.dataset.depth) >= 4);
  await page.getByRole('button', { name: 'Stop' }).click();
  const stopped = await depth(page);
  await page.getByRole('button', { name: 'Think on' }).waitFor();
  await page.waitForTimeout(500);
  assert.equal(await depth(page), stopped);
  await page.getByRole('button', { name: 'Think on' }).click();
  await page.waitForFunction(() => Number(document.querySelector('[data-depth]')?.dataset.depth) >= 1);
  await page.context().close();
});

test('a pasted game is stepped through, drawn, and its turning point marked', async () => {
  const page = await house.visit(hash('analyse', 'chess'));
  await waitForStatus(page, /White to move/);
  await page.getByLabel('Think', { exact: true }).uncheck();
  await page.getByLabel('Moves or a game record').fill('1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6?? 4. Qxf7# 1-0');
  await page.getByRole('button', { name: 'Read it' }).click();
  await waitForMoves(page, 7);
  await waitForStatus(page, /White wins: Black is checkmated/);
  await page.getByRole('button', { name: 'Judge it' }).click();
  await page.waitForSelector('[data-points="8"]');
  const turn = page.locator('section[aria-label="Report"] li', { hasText: '3... Nf6' });
  await turn.waitFor();
  await shots(page, 'analyse-game');
  const rows = await page.locator('[data-accuracy] tbody tr').allInnerTexts();
  const [white, black] = rows.map((row) => Number(/(\d+) %/.exec(row)?.[1]));
  assert.ok(white > black && black < 90, `the side that blundered was less exact: ${rows.join('; ')}`);
  assert.match(rows[1], /1$/, 'one blunder');
  assert.match(await page.locator('ol[aria-label="Moves"]').innerText(), /Nf6\?\?/);
  await page.locator('[data-better="6"]').getByRole('button', { name: 'Add the line' }).click();
  await page.locator('ol[aria-label="Variation"]').first().waitFor();
  assert.equal(await page.locator('[data-better="6"] button').count(), 0, 'it is there now');
  await turn.getByRole('button', { name: 'Nf6' }).click();
  await waitForStatus(page, /Black to move/);
  await reloadAndCompare(page, assert);
  assert.equal(moves(page).length, 7, 'the whole game is kept');
  await page.waitForSelector('[data-points="8"]');
  await page.getByRole('button', { name: 'Back' }).click();
  await waitForStatus(page, /White to move/);
  await page.locator('h1').click();
  await page.keyboard.press('End');
  await waitForStatus(page, /White wins/);
  await page.context().close();
});

test('a hint comes with its reason', async () => {
  const page = await house.visit(hash('analyse', 'tictactoe', { position: 'XX1/1O1/3 O' }));
  await waitForStatus(page, /O to move/);
  await page.getByRole('button', { name: 'Hint' }).click();
  const hint = page.locator('[data-hint]');
  await hint.waitFor();
  assert.equal(await hint.getAttribute('data-hint'), 'c3');
  assert.match(await hint.innerText(), /prevents a loss/);
  await shots(page, 'analyse-hint');
  await page.context().close();
});

test('moves on the board and lines of the engine can be followed', async () => {
  const page = await house.visit(hash('analyse', 'hexapawn'));
  await waitForStatus(page, /White to move/);
  await click(page, 'a1');
  await click(page, 'a2');
  await waitForMoves(page, 1);
  await waitForStatus(page, /Black to move/);
  await page.locator('section[aria-label="Engine"] ol li button').first().click();
  await waitForMoves(page, 2);
  await page.getByRole('link', { name: 'Play from here' }).click();
  await waitForStatus(page, /Your move|thinking|wins/);
  assert.ok(moves(page).length >= 2);
  await page.context().close();
});

test('moves are shown as the players of a game write and number them', async () => {
  const page = await house.visit(hash('analyse', 'chess', { moves: 'e2e4 e7e5 g1f3 b8c6 f1b5 g8f6', ply: '5' }));
  await waitForStatus(page, /Black to move/);
  const list = page.locator('ol[aria-label="Moves"]');
  await list.getByText('Nf6').waitFor();
  assert.equal((await list.innerText()).split(/\s+/).join(' '), '1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6');
  const line = page.locator('section[aria-label="Engine"] ol li .moves').first();
  await line.getByRole('button').first().waitFor();
  assert.match((await line.innerText()).trim(), /^3\.\.\.\s([NBRQK]?[a-h]?x?[a-h][1-8]|O-O)/);
  await page.getByLabel('Think', { exact: true }).uncheck();
  await page.getByRole('button', { name: 'Hint' }).click();
  const hint = page.locator('[data-hint]');
  await hint.waitFor();
  assert.doesNotMatch(await hint.innerText(), /[a-h][1-8][a-h][1-8]/);
  // A move is typed as it is shown, and the address keeps its protocol's text.
  await page.getByLabel('Move', { exact: true }).fill('Nf6');
  await page.getByRole('button', { name: 'Play it' }).click();
  await page.waitForFunction(() => location.hash.includes('ply') === false);
  assert.deepEqual(moves(page).slice(5), ['g8f6']);
  await goTo(page, house.address + hash('analyse', 'othello', { moves: 'f5 d6 c3' }));
  await waitForStatus(page, /White to move/);
  assert.equal((await list.innerText()).split(/\s+/).join(' '), '1. f5 2. d6 3. c3');
  await goTo(page, house.address + hash('analyse', 'checkers', { moves: '11-15 23-19 8-11' }));
  await waitForStatus(page, /White to move/);
  assert.equal((await list.innerText()).split(/\s+/).join(' '), '1. 11-15 23-19 2. 8-11');
  await page.context().close();
});

const moveList = (page) => page.locator('ol[aria-label="Moves"]');

/** Waits until the list of moves reads so. */
const waitForList = (page, text) => page.waitForFunction(([wanted]) =>
  document.querySelector('ol[aria-label="Moves"]')?.innerText.split(/\s+/).join(' ') === wanted, [text]);

test('moves that come again in one game stand in the list each time', async () => {
  const page = await house.visit(hash('analyse', 'chess', { moves: 'g1f3 g8f6 f3g1 f6g8 g1f3 g8f6' }));
  await waitForStatus(page, /White to move/);
  await waitForList(page, '1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6');
  await page.context().close();
});

test('another move in the middle of a game keeps the rest as a variation, and Back leads to it', async () => {
  const page = await house.visit(hash('analyse', 'chess', { moves: 'e2e4 e7e5 g1f3', ply: '1' }));
  await waitForStatus(page, /Black to move/);
  await page.getByLabel('Think', { exact: true }).uncheck();
  await click(page, 'c7');
  await click(page, 'c5');
  await page.waitForFunction(() => location.hash.includes('c7c5'));
  assert.deepEqual(moves(page), ['e2e4', 'c7c5']);
  await waitForList(page, '1. e4 e5 1... c5 2. Nf3');
  assert.equal(await page.locator('[aria-current="step"]').innerText(), 'c5');
  await shots(page, 'analyse-variations');
  await page.reload();
  await waitForList(page, '1. e4 e5 1... c5 2. Nf3');
  await moveList(page).getByRole('button', { name: 'Nf3' }).click();
  await page.waitForFunction(() => location.hash.includes('g1f3'));
  assert.deepEqual(moves(page), ['e2e4', 'e7e5', 'g1f3']);
  await page.goBack();
  await page.waitForFunction(() => location.hash.includes('c7c5'));
  await waitForStatus(page, /White to move/);
  await waitForList(page, '1. e4 e5 1... c5 2. Nf3');
  await page.context().close();
});

test('lines are promoted and deleted, a deletion is taken back, and comments and signs survive a reload', async () => {
  const page = await house.visit(hash('analyse', 'chess', { moves: 'e2e4 e7e5 g1f3', ply: '1' }));
  await waitForStatus(page, /Black to move/);
  await page.getByLabel('Think', { exact: true }).uncheck();
  await page.getByLabel('Move', { exact: true }).fill('c5');
  await page.getByRole('button', { name: 'Play it' }).click();
  await page.waitForFunction(() => location.hash.includes('c7c5'));
  await page.getByLabel('Move', { exact: true }).fill('Nc3');
  await page.getByRole('button', { name: 'Play it' }).click();
  await waitForList(page, '1. e4 e5 1... c5 2. Nc3 2. Nf3');
  await page.getByRole('button', { name: 'Promote' }).click();
  await waitForList(page, '1. e4 c5 1... e5 2. Nf3 2. Nc3');
  await page.getByRole('button', { name: 'Interesting' }).click();
  await page.getByRole('textbox', { name: 'Comment' }).fill('closed');
  await waitForList(page, '1. e4 c5 1... e5 2. Nf3 2. Nc3!? closed');
  // With the arrows one steps along a line, and from one line to the other.
  await page.locator('h1').click();
  await page.keyboard.press('ArrowLeft');
  await page.waitForFunction(() => document.querySelector('[aria-current="step"]')?.textContent === 'c5');
  await page.keyboard.press('ArrowDown');
  await page.waitForFunction(() => document.querySelector('[aria-current="step"]')?.textContent === 'e5');
  await page.getByRole('button', { name: 'Delete from here' }).click();
  await waitForList(page, '1. e4 c5 2. Nc3!? closed');
  assert.deepEqual(moves(page), ['e2e4']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await waitForList(page, '1. e4 c5 1... e5 2. Nf3 2. Nc3!? closed');
  await shots(page, 'analyse-tree');
  await page.reload();
  await waitForList(page, '1. e4 c5 1... e5 2. Nf3 2. Nc3!? closed');
  await page.context().close();
});

test('a new analysis loses none of the earlier ones', async () => {
  const page = await house.visit(hash('analyse', 'tictactoe', { moves: 'b2 a1 c3' }));
  await waitForStatus(page, /O to move/);
  await goTo(page, house.address + hash('analyse', 'tictactoe', { moves: 'a1 b2' }));
  await waitForStatus(page, /X to move/);
  await waitForList(page, '1. a1 b2');
  await page.getByText('Earlier analyses (1)').click();
  await page.getByRole('button', { name: '1. b2 a1 2. c3' }).click();
  await waitForStatus(page, /O to move/);
  await waitForList(page, '1. b2 a1 2. c3');
  await page.getByText('Earlier analyses (1)').waitFor();
  await page.context().close();
});

test('the best moves and a hint are drawn on the board, and own arrows come and go', async () => {
  const page = await house.visit(hash('analyse', 'chess', { position: '6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1' }));
  await page.locator('[data-kind="best"][data-arrow="60-4"]').waitFor({ state: 'attached' });
  await shots(page, 'analyse-arrows');
  await page.getByLabel('Arrows', { exact: true }).uncheck();
  await page.waitForFunction(() => document.querySelector('[data-arrow]') === null);
  await page.getByRole('button', { name: 'Hint' }).click();
  await page.locator('[data-kind="hint"][data-arrow="60-4"]').waitFor({ state: 'attached' });
  const middle = async (name) => {
    const box = await page.locator(`svg.board [data-name="${name}"]`).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  for (const there of [true, false]) {
    await page.mouse.move(...(await middle('a1')));
    await page.mouse.down({ button: 'right' });
    await page.mouse.move(...(await middle('c3')));
    await page.mouse.up({ button: 'right' });
    await page.waitForFunction(([wanted]) => (document.querySelector('[data-kind="own"]') !== null) === wanted, [there]);
  }
  await page.context().close();
});

test('a threat is drawn, and where nobody can pass that is said', async () => {
  const page = await house.visit(hash('analyse', 'chess', { position: 'r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 1' }));
  await waitForStatus(page, /Black to move/);
  await page.getByRole('button', { name: 'Threat' }).click();
  await page.getByText('White threatens Qxf7#').waitFor();
  await page.locator('[data-kind="threat"][data-arrow="31-13"]').waitFor({ state: 'attached' });
  await shots(page, 'analyse-threat');
  await page.goto(house.address + hash('analyse', 'chess', { position: '4k3/8/8/8/8/8/8/K3R3 b - - 0 1' }));
  await waitForStatus(page, /Check!/);
  await page.getByRole('button', { name: 'Threat' }).click();
  await page.getByText('Nobody can pass here').waitFor();
  await page.context().close();
});

test('arrows and circles are drawn by keyboard, and in colours', async () => {
  const page = await house.visit(hash('analyse', 'chess'));
  await waitForStatus(page, /White to move/);
  const drawn = (kind) => page.locator(`[data-kind="${kind}"]`);
  await page.locator('svg.board [data-name="e2"]').focus();
  await page.keyboard.press('a');
  for (const step of ['ArrowUp', 'ArrowUp']) await page.keyboard.press(step);
  await page.keyboard.press('a');
  await page.locator('[data-kind="own"][data-arrow="52-36"]').waitFor({ state: 'attached' });
  for (const turn of [1, 2]) await page.keyboard.press(turn === 1 ? 'a' : 'Shift+A');
  await page.locator('[data-kind="red"][data-arrow="36"]').waitFor({ state: 'attached' });
  assert.equal(await drawn('own').count(), 1, 'nothing is left of where the circle began');
  await page.keyboard.press('a');
  await page.keyboard.press('Escape');
  assert.equal(await drawn('own').count(), 1, 'Escape gives an arrow up');
  await page.context().close();
});

test('a turned board in Analyse stays turned over a reload', async () => {
  const page = await house.visit(hash('analyse', 'chess'));
  await waitForStatus(page, /White to move/);
  const below = () => page.evaluate(() => {
    const top = (name) => document.querySelector(`svg.board [data-name="${name}"]`).getBoundingClientRect().top;
    return top('a1') > top('a8') ? 'White' : 'Black';
  });
  assert.equal(await below(), 'White');
  await page.getByRole('button', { name: 'Turn the board' }).click();
  await page.reload();
  await waitForStatus(page, /White to move/);
  assert.equal(await below(), 'Black');
  await page.context().close();
});

test('the endgame database and the opening book show what they know', async () => {
  house.buildEndgame('hexapawn');
  house.buildBook('tictactoe');
  const page = await house.visit(hash('analyse', 'hexapawn'));
  const proven = page.locator('[data-endgame]');
  await proven.getByText('Black wins in 6').first().waitFor();
  assert.equal(await proven.locator('tbody tr').count(), 3);
  await page.goto(house.address + hash('analyse', 'tictactoe'));
  const book = page.locator('[data-book]');
  await book.waitFor();
  const first = book.locator('tbody button').first();
  const name = await first.innerText();
  await shots(page, 'analyse-book');
  await first.click();
  await waitForMoves(page, 1);
  assert.equal(moves(page)[0], name);
  await page.context().close();
});

test('stones of Go stand on crossings, with letters and numbers at the edge', async () => {
  const page = await house.visit(hash('analyse', 'go', { moves: 'E5 C3 J9' }));
  await waitForStatus(page, /White to move/);
  await page.getByLabel('Think', { exact: true }).uncheck();
  const labels = await page.locator('svg.board text.name').allTextContents();
  assert.deepEqual(labels, [...'987654321', ...'ABCDEFGHJ']);
  assert.equal(await page.locator('svg.board text.corner').count(), 0, 'no names in the cells');
  assert.equal(await page.locator('svg.board path.lines').count(), 81);
  assert.equal(await page.locator('svg.board circle.star').count(), 5);
  // Lines end at the edge: the last crossing of the first row has none to the right and none above.
  const corner = await page.locator('svg.board [data-name="J9"] path.lines').evaluate((path) => {
    const { width, height } = path.getBBox();
    return [width, height];
  });
  assert.deepEqual(corner, [50, 50]);
  await shots(page, 'analyse-go');
  await page.context().close();
});

test('an evaluation shows its terms by every evaluator', async () => {
  const page = await house.visit(hash('analyse', 'baroque', { moves: 'a2a4' }));
  const chart = page.locator('section[aria-label="Evaluation terms"]');
  await chart.waitFor();
  const before = await chart.innerText();
  assert.match(before, /material|pincer|freez|moves|mobility/i);
  await page.getByLabel('Evaluator').selectOption('basic');
  await page.waitForFunction(([text]) => document.querySelector('section[aria-label="Evaluation terms"]')?.innerText !== text, [before]);
  await shots(page, 'analyse-terms');
  await page.context().close();
});

test('a position is put together by clicking pieces', async () => {
  const page = await house.visit(hash('analyse', 'chess'));
  await waitForStatus(page, /White to move/);
  await page.getByLabel('Think', { exact: true }).uncheck();
  await page.getByRole('button', { name: 'Move pieces about' }).click();
  await page.getByRole('button', { name: 'Empty board' }).click();
  const put = async (piece, cell) => {
    await page.getByRole('button', { name: piece }).click();
    await click(page, cell);
  };
  await put('White king', 'a1');
  await put('White rook', 'b7');
  await page.getByRole('button', { name: 'Use this position' }).click();
  // A board without a king is refused.
  await page.locator('[role="alert"]', { hasText: /king/ }).waitFor();
  await put('Black king', 'h8');
  await page.getByLabel('To move').selectOption('Black');
  await shots(page, 'analyse-pieces');
  await page.getByRole('button', { name: 'Use this position' }).click();
  await waitForStatus(page, /Black to move/);
  assert.match(decodeURIComponent(page.url().replaceAll('+', ' ')), /7k\/1R6\/8\/8\/8\/8\/8\/K7 b/);
  await reloadAndCompare(page, assert);
  await page.context().close();
});

test('wrong texts are refused in words and change nothing', async () => {
  const page = await house.visit(hash('analyse', 'tictactoe'));
  await waitForStatus(page, /X to move/);
  await page.getByLabel('Position', { exact: true }).last().fill('9/9/9 Z');
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.locator('[role="alert"]').first().waitFor();
  assert.match(await status(page), /X to move/);
  await page.getByLabel('Moves or a game record').fill('b2 b2');
  await page.getByRole('button', { name: 'Read it' }).click();
  await waitForMoves(page, 1);
  await page.locator('[role="alert"]', { hasText: /Read up to "b2"/ }).waitFor();
  await page.context().close();
});

test('all games fit a phone in Analyse', async () => {
  const page = await house.visit('', { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  await page.waitForSelector('.gallery li');
  const names = await page.locator('[data-game]').evaluateAll((links) => links.map((link) => link.dataset.game));
  for (const name of names) {
    await goTo(page, house.address + hash('analyse', name));
    await waitForStatus(page, /to move|Chance/);
    assert.equal(await overflows(page), false, name);
  }
  await page.context().close();
});

test('nothing went wrong behind the scenes', () => assert.deepEqual(house.complaints, []));
