// Games without code: a text is checked while it is written, and plays at once.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { boardText, click, goTo, hash, moves, open, overflows, playFirst, shots, targets, until, waitForMoves, waitForStatus } from './support.mjs';

let house;
before(async () => (house = await open({ rules: true })));
after(() => house.close());

const RACE = 'game Race\nboard 4x5\npiece pawn on first row\n  step forward to empty\nwin: reach last row\nstuck: loses\n';
const area = (page) => page.getByRole('textbox', { name: 'Rules' });
const sound = (page) => page.locator('[data-check="sound"]').waitFor();
const faults = (page) => page.locator('[data-fault]').evaluateAll((all) => all.map((one) => one.dataset.fault));
const button = (page, name) => page.getByRole('button', { name, exact: true });

test('a text plays at once, and its faults are marked where they are', async () => {
  const page = await house.visit('#/rules');
  await sound(page);
  await area(page).fill(RACE);
  await page.getByText('Race is a sound game.').waitFor();
  await waitForStatus(page, /White to move/);
  assert.equal((await targets(page)).length, 4);
  await shots(page, 'rules-sound');
  // Two faults, each with line and column; the board still plays the last sound text.
  await area(page).fill(RACE.replace('forward', 'forwrad').replace('reach', 'raech'));
  await page.locator('[data-check="faults"]').waitFor();
  assert.deepEqual(await faults(page), ['4:8', '5:6']);
  assert.equal(await page.locator('mark').allInnerTexts().then((all) => all.join(' ')), 'forwrad raech');
  assert.equal(await area(page).getAttribute('aria-invalid'), 'true');
  await shots(page, 'rules-faults');
  // A click selects the word, another one puts it right.
  await button(page, 'Line 4, column 8').click();
  const selected = () => area(page).evaluate((text) => text.value.slice(text.selectionStart, text.selectionEnd));
  assert.equal(await selected(), 'forwrad');
  await button(page, 'Put forward there').click();
  await until(() => faults(page), (all) => all.length === 1, 'one fault is left');
  await button(page, 'Put reach there').click();
  await sound(page);
  assert.equal(await area(page).inputValue(), RACE);
  // What is played stays played where the new rules allow it.
  await playMove(page);
  await area(page).fill(RACE.replace('4x5', '4x6'));
  await until(() => page.locator('svg.board [data-cell]').count(), (cells) => cells === 24, 'a larger board');
  await waitForStatus(page, /Black to move/);
  assert.deepEqual(house.complaints, []);
});

async function playMove(page) {
  const before = await boardText(page);
  await click(page, (await targets(page))[0]);
  await click(page, (await targets(page))[0]);
  await until(() => boardText(page), (after) => after !== before, 'a move on the board');
}

test('the engine plays the game, counts it and says how balanced it is', async () => {
  const page = await house.visit('#/rules/teeko');
  await sound(page);
  await button(page, 'Watch the engine play').click();
  await page.waitForFunction(() => document.querySelectorAll('[aria-label="Moves"] li').length > 2);
  await button(page, 'Stop').click();
  await button(page, 'From the start').click();
  await page.getByText('Perft: sequences of moves').click();
  await button(page, 'Count').click();
  await page.locator('[data-leaves="303600"]').waitFor();
  await page.getByRole('spinbutton', { name: 'Games' }).fill('3');
  await page.getByRole('spinbutton', { name: 'positions a move' }).fill('20');
  await button(page, 'Measure').click();
  await page.locator('dl[data-games="3"]').waitFor();
  await page.getByText(/share/).first().waitFor();
  await shots(page, 'rules-balance');
  assert.deepEqual(house.complaints, []);
});

test('a game from a text is played, analysed and searched like any other, also when the program forgot it', async () => {
  const page = await house.visit('#/rules');
  await sound(page);
  await area(page).fill(RACE);
  await page.getByText('Race is a sound game.').waitFor();
  await page.getByRole('region', { name: 'Game' }).getByRole('link', { name: 'Play', exact: true }).click();
  await waitForStatus(page, /move|turn/i);
  const [, game] = /play\/(race-[0-9a-f]{20})/.exec(page.url()) ?? assert.fail(page.url());
  await playFirst(page);
  await waitForMoves(page, 2);
  // A program that was started anew has never seen the text.
  await house.restart();
  await page.reload();
  await waitForStatus(page, /move|turn/i);
  assert.ok(moves(page).length >= 2);
  await goTo(page, house.address + hash('analyse', game));
  await page.getByText(/wins|ahead|even/).first().waitFor();
  await goTo(page, house.address + hash('tree', game));
  await page.getByRole('heading', { name: /Search tree of Race/ }).waitFor();
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.locator('[data-what="positions"]').waitFor();
  await goTo(page, house.address + hash('lab', game));
  await page.getByRole('heading', { name: /Lab: Race/ }).waitFor();
  assert.deepEqual(house.complaints, []);
});

test('a file on disk is taken over when it is saved, unless both were changed', async () => {
  const file = join(house.rules, 'mine.rules');
  writeFileSync(file, RACE);
  const page = await house.visit('#/rules/mine.rules');
  await page.getByText('Race is a sound game.').waitFor();
  writeFileSync(file, RACE.replace('Race', 'Relay'));
  await page.getByText('Relay is a sound game.').waitFor();
  assert.equal(await area(page).inputValue(), readFileSync(file, 'utf8'));
  await area(page).fill(RACE.replace('Race', 'Mine'));
  await page.getByText('Mine is a sound game.').waitFor();
  writeFileSync(file, RACE.replace('Race', 'Other'));
  await page.getByText('mine.rules was changed on disk.').waitFor();
  assert.match(await area(page).inputValue(), /game Mine/);
  await button(page, 'Take it').click();
  await page.getByText('Other is a sound game.').waitFor();
  assert.deepEqual(house.complaints, []);
});

test('saving, opening, keyboard and a narrow page', async () => {
  const page = await house.visit('#/rules');
  await sound(page);
  await area(page).fill(RACE);
  await page.getByText('Race is a sound game.').waitFor();
  const [saved] = await Promise.all([page.waitForEvent('download'), area(page).press('Control+s')]);
  assert.equal(saved.suggestedFilename(), 'race.rules');
  assert.equal(readFileSync(await saved.path(), 'utf8'), RACE);
  await page.locator('input[type="file"]').setInputFiles({ name: 'x.rules', mimeType: 'text/plain', buffer: Buffer.from(RACE.replace('Race', 'Loaded')) });
  await page.getByText('Loaded is a sound game.').waitFor();
  // What was written is there again after a reload.
  await page.reload();
  await page.getByText('Loaded is a sound game.').waitFor();
  // With the keys alone: from the text to the board, and a move.
  await page.locator('svg.board [data-target]').first().focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await waitForStatus(page, /Black to move/);
  await page.setViewportSize({ width: 360, height: 740 });
  assert.equal(await overflows(page), false);
  await page.setViewportSize({ width: 1280, height: 860 });
  assert.deepEqual(house.complaints, []);
});
