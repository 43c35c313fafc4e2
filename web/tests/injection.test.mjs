// Two hundred strings that try to become part of the page, in every text field and in the address.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { LONG, hash, open, waitForStatus } from './support.mjs';

let house;
before(async () => (house = await open()));
after(() => house.close());

/** What runs if a string is taken for code. */
const DEED = 'window.__taken=1';
const WRAPS = [
  (deed) => `<script>${deed}</script>`, (deed) => `<img src=x onerror="${deed}">`, (deed) => `<svg onload="${deed}">`,
  (deed) => `<svg><script>${deed}</script></svg>`, (deed) => `"><script>${deed}</script>`, (deed) => `' onfocus='${deed}' autofocus='`,
  (deed) => `" onmouseover="${deed}" x="`, (deed) => `javascript:${deed}`, (deed) => `{@html "<img src=x onerror=${deed}>"}`,
  (deed) => `{${deed}}`, (deed) => '${' + deed + '}', (deed) => `{{constructor.constructor("${deed}")()}}`,
  (deed) => `<iframe srcdoc="<script>parent.${deed}</script>"></iframe>`, (deed) => `<details open ontoggle="${deed}">`,
  (deed) => `<a href="javascript:${deed}">x</a>`, (deed) => `<body onload="${deed}">`, (deed) => `<math><mi xlink:href="javascript:${deed}">`,
  (deed) => `</title><script>${deed}</script>`, (deed) => `</textarea><script>${deed}</script>`, (deed) => `<!--><script>${deed}</script>`,
];
const DRESSES = [
  (text) => text, (text) => `<B>${text.toUpperCase().replaceAll('WINDOW.__TAKEN', 'window.__taken')}`, (text) => ` ${text} `,
  (text) => `a1${text}`, (text) => `"${text}`, (text) => encodeURIComponent(text),
  (text) => `&#60;${text.replaceAll('<', '&lt;')}`, (text) => `${text}\u0000`, (text) => `\u202e${text}`, (text) => text.repeat(3),
];
const STRINGS = DRESSES.flatMap((dress) => WRAPS.map((wrap) => dress(wrap(DEED))));

/** In the ordinary tests every field gets an eighth of them, each field another eighth. */
const share = (field) => (LONG ? STRINGS : STRINGS.filter((_, number) => number % 8 === field % 8));

/** Types a text, sends it, and waits for the answer to it. */
async function send(page, field, button, text) {
  const typed = text.replaceAll('\u0000', '');
  await field.fill(typed);
  const sent = JSON.stringify(typed.trim()).slice(1, -1);
  const answer = page.waitForResponse((response) => response.request().postData()?.includes(sent) ?? false);
  await button.click();
  await answer;
}

async function untouched(page, what) {
  const taken = await page.evaluate(() => ({
    deed: window.__taken !== undefined, foreign: document.querySelectorAll('script:not([type="module"]), iframe, [onerror], [onload], [onfocus]').length,
  }));
  assert.deepEqual(taken, { deed: false, foreign: 0 }, what);
}

test('there are two hundred different strings, and one of them would work where nothing is escaped', async () => {
  assert.equal(new Set(STRINGS).size, 200);
  const context = await house.browser.newContext();
  const page = await context.newPage();
  await page.setContent(STRINGS[1]);
  await page.waitForFunction(() => window.__taken === 1);
  await context.close();
});

test('in the text fields of Analyse', async () => {
  const page = await house.visit(hash('analyse', 'tictactoe'));
  await waitForStatus(page, /X to move/);
  await page.getByLabel('Think', { exact: true }).uncheck();
  const fields = [
    { field: page.locator('#position-text'), button: page.getByRole('button', { name: 'Set up' }) },
    { field: page.locator('#record-text'), button: page.getByRole('button', { name: 'Read it' }) },
    { field: page.locator('#typed-move'), button: page.getByRole('button', { name: 'Play it' }) },
  ];
  for (const [number, { field, button }] of fields.entries()) {
    for (const text of share(number)) {
      await send(page, field, button, text);
    }
    await page.waitForTimeout(100);
    await untouched(page, `field ${number}`);
  }
  await page.context().close();
});

test('in the text fields of Play', async () => {
  const page = await house.visit(hash('play', 'tts'));
  await waitForStatus(page, /Your move/);
  for (const text of share(3)) await send(page, page.locator('#typed-move'), page.getByRole('button', { name: 'Play it' }), text);
  await untouched(page, 'typed move');
  await page.getByRole('button', { name: 'New game' }).click();
  await page.getByText('Own options').click();
  const inputs = page.locator('.options input');
  assert.ok((await inputs.count()) >= 2);
  for (let number = 0; number < (await inputs.count()); number += 1) {
    for (const text of share(number)) {
      await send(page, inputs.nth(number), page.getByRole('button', { name: 'Start' }), text);
      await page.locator('form [role="alert"]').waitFor();
    }
    await inputs.nth(number).fill('');
    await page.waitForTimeout(100);
    await untouched(page, `option ${number}`);
  }
  await page.context().close();
});

test('in the text fields of a tournament, and in its tables', async () => {
  const page = await house.visit('#/tournaments');
  const start = page.getByRole('button', { name: 'Start the tournament' });
  await start.waitFor();
  await page.getByLabel('Kind of agent 1').selectOption('random');
  await page.getByLabel('Kind of agent 2').selectOption('random');
  await page.getByLabel('Games a meeting').fill('1');
  await page.getByLabel('Openings', { exact: true }).selectOption('list');
  const list = page.getByLabel('List of openings');
  for (const text of share(5)) await send(page, list, start, text);
  await untouched(page, 'list of openings');
  await page.getByLabel('Openings', { exact: true }).selectOption('none');
  // Names are taken as they are, up to their length: what they are shown in must not mind.
  const name = page.getByLabel('Name of the tournament');
  const nickname = page.getByRole('group', { name: 'Agent 1' }).getByLabel('Name');
  let shown = 0;
  for (const text of share(6)) {
    // The list of tournaments is asked for now and then as well: this waits for the answer that counts.
    await name.fill(text.replaceAll('\u0000', '').slice(0, 80));
    await nickname.fill(text.replaceAll('\u0000', '').slice(0, 40));
    const answer = page.waitForResponse('**/api/tournaments/start');
    await start.click();
    if ((await answer).status() !== 200) continue;
    await page.waitForSelector('[data-phase="finished"]');
    await page.waitForSelector('[aria-label="Games"] li[data-game]');
    await untouched(page, text);
    shown += 1;
    await page.goBack();
    await start.waitFor();
  }
  assert.ok(shown > 10, `only ${shown} names were shown`);
  await page.waitForSelector('li[data-tournament]');
  await untouched(page, 'list of tournaments');
  await page.context().close();
});

test('in the address', async () => {
  const page = await house.visit();
  for (const [number, text] of share(2).entries()) {
    const spots = [
      hash('play', text), hash('analyse', 'tictactoe', { position: text }), hash('play', 'tictactoe', { moves: text }),
      `#/${text}`, hash('analyse', text, { ply: text }), `#/tournaments/${text}`,
    ];
    await page.goto(house.address + spots[number % spots.length]);
    await page.waitForTimeout(30);
    await untouched(page, text);
  }
  await page.context().close();
});

test('nothing went wrong behind the scenes', () => assert.deepEqual(house.complaints, []));
