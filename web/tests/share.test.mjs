// What is taken along from the page, and what comes back from it.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { click, goTo, hash, moves, open, shots, waitForMoves, waitForStatus } from './support.mjs';

let house;
before(async () => (house = await open()));
after(() => house.close());

const said = (page, text) => page.locator('[data-said]', { hasText: text }).waitFor();

/** Saves what a button gives; its name and content. */
async function saved(page, button) {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button, exact: true }).click()]);
  return { name: download.suggestedFilename(), content: readFileSync(await download.path()) };
}

/** Drops a file on the page. */
const drop = (page, name, text) => page.evaluate(([called, content]) => {
  const dropped = new DataTransfer();
  dropped.items.add(new File([content], called));
  window.dispatchEvent(new DragEvent('drop', { dataTransfer: dropped, bubbles: true, cancelable: true }));
}, [name, text]);

test('a game is copied and saved as link, position, record, JSON and picture', async () => {
  const page = await house.visit(hash('analyse', 'chess', { moves: 'e2e4 e7e5 g1f3' }), { permissions: ['clipboard-read', 'clipboard-write'] });
  await waitForStatus(page, /Black to move/);
  await page.getByLabel('Think', { exact: true }).uncheck();
  await page.getByText('Share and export').click();
  const copied = async (button, words) => {
    await page.getByRole('button', { name: button, exact: true }).click();
    await said(page, words);
    return page.evaluate(() => navigator.clipboard.readText());
  };
  assert.equal(await copied('Copy the link', 'Link copied.'), page.url());
  assert.match(await copied('Copy the position', 'Position copied.'), /^rnbqkbnr\/pppp1ppp\/8\/4p3\/4P3\/5N2\/PPPP1PPP\/RNBQKB1R b /);
  assert.match(await copied('Copy the game', 'Game copied.'), /1\. e4 e5 2\. Nf3 \*/);
  const pgn = await saved(page, 'Game');
  assert.equal(pgn.name, 'chess-3-plies.pgn');
  assert.match(pgn.content.toString(), /\[Event "\?"\][^]*1\. e4 e5 2\. Nf3 \*/);
  assert.equal(JSON.parse((await saved(page, 'Game as JSON')).content)[0].moves.length, 3);
  const svg = (await saved(page, 'Picture (SVG)')).content.toString();
  assert.match(svg, /^<svg [^>]*viewBox="/);
  assert.doesNotMatch(svg, /class=|data-|aria-/, 'the picture needs nothing of the page');
  assert.ok(svg.match(/fill="rgb/g).length >= 64, 'it has its colours');
  const png = (await saved(page, 'Picture (PNG)')).content;
  assert.deepEqual([...png.subarray(1, 4)], [...Buffer.from('PNG')]);
  await shots(page, 'analyse-share');
  await page.context().close();
});

test('an analysis with its lines is saved, and comes back where it is dropped', async () => {
  const page = await house.visit(hash('analyse', 'chess', { moves: 'e2e4 e7e5 g1f3', ply: '1' }), { permissions: ['clipboard-read', 'clipboard-write'] });
  await waitForStatus(page, /Black to move/);
  await page.getByLabel('Think', { exact: true }).uncheck();
  await click(page, 'c7');
  await click(page, 'c5');
  await page.waitForFunction(() => location.hash.includes('c7c5'));
  await page.getByRole('textbox', { name: 'Comment' }).fill('Sicilian');
  await page.getByText('Share and export').click();
  await page.getByRole('button', { name: 'Copy all lines' }).click();
  await said(page, 'All lines copied.');
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), '1. e4 e5 (1... c5 {Sicilian}) 2. Nf3');
  const { name, content } = await saved(page, 'Analysis as JSON');
  assert.equal(name, 'chess-2-plies-analysis.json');
  await page.context().close();
  const other = await house.visit(hash('analyse', 'tictactoe'));
  await waitForStatus(other, /X to move/);
  await drop(other, name, content.toString());
  await waitForMoves(other, 3);
  await other.waitForFunction(() =>
    document.querySelector('ol[aria-label="Moves"]')?.innerText.split(/\s+/).join(' ') === '1. e4 e5 1... c5 Sicilian 2. Nf3');
  // A record is dropped as well, and what is no record is refused in words.
  await drop(other, 'game.pgn', '1. d4 d5');
  await other.waitForFunction(() => location.hash.includes('d2d4+d7d5'));
  await drop(other, 'letter.txt', 'Dear reader');
  await other.locator('[role="alert"]', { hasText: /Read up to "Dear"/ }).waitFor();
  assert.deepEqual(moves(other), ['d2d4', 'd7d5']);
  await other.context().close();
});

test('a tournament is saved as tables', async () => {
  const page = await house.visit('#/tournaments');
  await page.waitForSelector('form[aria-label="New tournament"]');
  await page.getByLabel('Kind of agent 1').selectOption('random');
  await page.getByLabel('Kind of agent 2').selectOption('one-ply');
  await page.getByLabel('Games a meeting').fill('4');
  await page.getByRole('button', { name: 'Start the tournament' }).click();
  await waitForStatus(page, /Finished after 4 games/);
  const table = (await saved(page, 'Table as CSV')).content.toString().trim().split('\n');
  assert.deepEqual([table.length, table[0].startsWith('place,agent,points,')], [3, true]);
  const games = (await saved(page, 'Games as CSV')).content.toString().trim().split('\n');
  assert.deepEqual([games.length, games.slice(1).map((line) => line.split(',')[0])], [5, ['1', '2', '3', '4']]);
  const records = await saved(page, 'Games as PGN');
  assert.match(records.name, /games\.pgn$/);
  assert.equal(records.content.toString().match(/\[Result "/g).length, 4, 'every game has a record');
  const ratings = (await saved(page, 'Ratings as CSV')).content.toString().trim().split('\n');
  assert.deepEqual([ratings[0].split(',')[0], ratings.slice(1).map((line) => line.split(',')[0])], ['games', ['2', '4']]);
  assert.equal(await page.locator('[data-course]').count(), 2, 'a line for each agent');
  await page.context().close();
});

test('games of Go and Othello are saved as SGF with their lines, and read again', async () => {
  const page = await house.visit(hash('analyse', 'go', { moves: 'E5 C3 G7' }));
  await waitForStatus(page, /White to move/);
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await waitForStatus(page, /Black to move/);
  await page.getByRole('textbox', { name: 'Move', exact: true }).fill('G3');
  await page.keyboard.press('Enter');
  await waitForStatus(page, /White to move/);
  await page.getByRole('textbox', { name: 'Comment' }).fill('the [corner]');
  await page.getByText('Share and export').click();
  const { name, content } = await saved(page, 'Analysis as SGF');
  assert.match(name, /^go-\d-plies\.sgf$/);
  const text = content.toString();
  assert.match(text, /^\(;FF\[4\]GM\[1\].*SZ\[9\]/);
  assert.match(text.replaceAll('\n', ''), /;B\[ee\];W\[cg\]\(;B\[gc\]\)\(;B\[gg\]C\[the \[corner\\\]\]\)\)$/);
  await page.context().close();
  const other = await house.visit(hash('analyse', 'go'));
  await waitForStatus(other, /Black to move/);
  await drop(other, name, text);
  await waitForMoves(other, 3);
  assert.deepEqual(moves(other), ['E5', 'C3', 'G7']);
  await drop(other, 'large.sgf', '(;GM[1]SZ[19];B[pd])');
  await other.locator('[role="alert"]', { hasText: 'a board of 19 lines, not 9' }).waitFor();
  await other.goto(house.address + hash('analyse', 'othello'));
  await waitForStatus(other, /Black to move/);
  await drop(other, 'game.sgf', '(;GM[2]SZ[8];B[dc];W[cc])');
  await waitForMoves(other, 2);
  assert.deepEqual(moves(other), ['d3', 'c3']);
  await other.context().close();
});

test('levels are described in words', async () => {
  const page = await house.visit(hash('play', 'tictactoe'));
  await waitForStatus(page, /Your move/);
  await page.getByRole('button', { name: 'New game' }).click();
  const options = page.getByLabel('Who plays O').locator('option[value^="level:"]');
  await options.nth(9).waitFor({ state: 'attached' });
  const levels = await options.allInnerTexts();
  assert.equal(levels.length, 10);
  for (const [number, text] of levels.entries()) assert.match(text, new RegExp(`^Engine, level ${number + 1}: [a-z]+,? [a-z]+`));
  assert.equal(new Set(levels.map((text) => text.split(': ')[1])).size, 10);
  await goTo(page, `${house.address}#/games`);
  await page.context().close();
});

test('nothing went wrong behind the scenes', () => assert.deepEqual(house.complaints, []));
