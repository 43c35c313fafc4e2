// What a screen reader is told and what can be read, in every view and both themes; and a game and an analysis through
// roles and names alone.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { hash, moves, open, waitForMoves, waitForStatus } from './support.mjs';

let house;
before(async () => (house = await open()));
after(() => house.close());

/** Roles whose elements do something: without a name nobody knows what. */
const NAMED = [
  'button', 'link', 'checkbox', 'radio', 'textbox', 'combobox', 'spinbutton', 'slider', 'searchbox', 'menuitem', 'tab', 'img', 'image', 'dialog',
  'application', 'progressbar', 'switch', 'option', 'listbox',
];

/** Everything in the accessibility tree that should have a name and has none. */
async function nameless(page) {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  return nodes.filter(({ ignored, role, name }) => !ignored && NAMED.includes(role?.value) && (name?.value ?? '').trim() === '')
    .map(({ role, backendDOMNodeId }) => `${role.value} ${backendDOMNodeId}`);
}

/** What is wrong with the page's text and structure: contrast (1.4.3), targets (2.5.8), names, references and numbering. */
const faults = (page) => page.evaluate(() => {
  const found = [];
  const paint = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const colour = (text) => {
    paint.clearRect(0, 0, 1, 1);
    paint.fillStyle = text;
    paint.fillRect(0, 0, 1, 1);
    return [...paint.getImageData(0, 0, 1, 1).data];
  };
  const over = ([r, g, b, a], below) => [r, g, b].map((part, index) => (part * a + below[index] * (255 - a)) / 255);
  const light = (rgb) => {
    const [r, g, b] = rgb.map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (element) => {
    const layers = [];
    for (let at = element; at; at = at.parentElement) layers.push(colour(getComputedStyle(at).backgroundColor));
    return layers.toReversed().reduce((below, layer) => over(layer, below), [255, 255, 255]);
  };
  const told = (element) => `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''} "${element.textContent.trim().slice(0, 30)}"`;
  const visible = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const element = text.parentElement;
    const off = element.closest('svg, script, style, :disabled, .hidden, option, .tools, .pending');
    if (text.textContent.trim() === '' || off || !visible(element)) continue;
    const style = getComputedStyle(element);
    const below = ground(element);
    const [one, other] = [light(over(colour(style.color), below)), light(below)].toSorted((a, b) => b - a);
    const large = Number.parseFloat(style.fontSize) >= 24 || (Number.parseFloat(style.fontSize) >= 18.66 && Number(style.fontWeight) >= 700);
    const ratio = (one + 0.05) / (other + 0.05);
    if (ratio < (large ? 3 : 4.5)) found.push(`contrast ${ratio.toFixed(2)}: ${told(element)}`);
  }
  for (const target of document.querySelectorAll('button, .button, select, input:not([type="checkbox"], [type="radio"])')) {
    const box = target.getBoundingClientRect();
    if (visible(target) && !target.closest('.plane') && box.width > 0 && Math.min(box.width, box.height) < 24) {
      found.push(`target of ${box.width.toFixed(1)} by ${box.height.toFixed(1)}: ${told(target)}`);
    }
  }
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
  for (const id of ids) if (ids.indexOf(id) !== ids.lastIndexOf(id)) found.push(`twice the id ${id}`);
  for (const name of ['aria-labelledby', 'aria-describedby', 'aria-controls', 'for']) {
    for (const element of document.querySelectorAll(`[${name}]`)) {
      for (const id of element.getAttribute(name).split(/\s+/)) if (!ids.includes(id)) found.push(`${name} leads nowhere: ${id}`);
    }
  }
  const counts = { main: 1, h1: 1, 'html[lang]': 1, title: 1 };
  for (const [what, count] of Object.entries(counts)) {
    const there = document.querySelectorAll(what === 'title' ? 'head > title' : what).length;
    if (there < count || (what === 'main' && there > 1)) found.push(`${there} of ${what}`);
  }
  for (const element of document.querySelectorAll('[tabindex]')) if (element.tabIndex > 0) found.push(`tabindex ${element.tabIndex}`);
  for (const element of document.querySelectorAll('ul, ol')) {
    for (const child of element.children) if (child.tagName !== 'LI') found.push(`a list with a ${child.tagName}`);
  }
  for (const element of document.querySelectorAll('[aria-hidden="true"]')) {
    if (element.matches('button, a, input, [tabindex]') || element.querySelector('button, a[href], input, [tabindex="0"]')) found.push(`hidden, but can be reached: ${told(element)}`);
  }
  return found;
});

const board = 'svg.board [data-cell]';
const press = (name) => async (page) => page.getByRole('button', { name, exact: true }).click();
/** Each view, what shows that it is there, and what opens the rest of it. */
const VIEWS = [
  ['#/games', '.gallery li'],
  [hash('play', 'chess', { moves: 'e2e4 e7e5' }), board],
  [hash('play', 'tictactoe', { moves: 'a1 b1 a2 b2 a3' }), '[data-deciding]'],
  [hash('play', 'kalah', { moves: '3' }), board],
  [hash('play', 'checkers'), board, press('New game'), 'form[aria-label="New game"]'],
  [hash('play', 'connect4'), board, press('Rules'), 'dialog[open]'],
  [hash('play', 'nim'), board],
  [hash('play', 'tts'), board],
  [hash('analyse', 'go'), '[data-depth]'],
  [hash('analyse', 'baroque'), board, press('Move pieces about'), '[aria-label="Position"] button'],
  [hash('analyse', 'tictactoe', { moves: 'a1 b1 a2 b2 a3' }), board, press('Judge it'), '[data-accuracy]'],
  [hash('tree', 'tictactoe'), '[data-node="0"]'],
  [hash('lab', 'tictactoe'), 'fieldset label'],
  ['#/learn/her', 'main section'],
  ['#/learn/menace', 'main section'],
  ['#/learn/samuel', 'main section'],
  ['#/tournaments', 'form[aria-label="New tournament"]'],
];

for (const colorScheme of ['light', 'dark']) {
  test(`every view can be read and has names, ${colorScheme}`, async () => {
    const page = await house.visit('', { colorScheme });
    const wrong = [];
    for (const [spot, ready, deed, done] of VIEWS) {
      await page.goto(house.address + spot);
      await page.reload();
      await page.waitForSelector(ready, { state: 'attached' });
      if (deed) await deed(page);
      if (done) await page.waitForSelector(done, { state: 'attached' });
      wrong.push(...[...(await nameless(page)), ...(await faults(page))].map((fault) => `${spot}: ${fault}`));
    }
    assert.deepEqual(wrong, []);
    await page.context().close();
  });
}

test('a tournament can be read and has names, light and dark', async () => {
  const page = await house.visit('#/tournaments');
  await page.waitForSelector('form[aria-label="New tournament"]');
  await page.getByLabel('Kind of agent 1').selectOption('random');
  await page.getByLabel('Kind of agent 2').selectOption('one-ply');
  await page.getByLabel('Games a meeting').fill('12');
  await page.getByRole('button', { name: 'Start the tournament' }).click();
  await waitForStatus(page, /Finished after 12 games/);
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme });
    assert.deepEqual([...(await nameless(page)), ...(await faults(page))], [], colorScheme);
  }
  await page.context().close();
});

test('the checks find what they look for', async () => {
  const page = await house.visit('#/games');
  await page.waitForSelector('.gallery li');
  await page.evaluate(() => {
    const wrong = document.createElement('div');
    const add = (tag, text, change) => {
      const made = document.createElement(tag);
      made.textContent = text;
      change?.(made);
      wrong.append(made);
    };
    add('button', '');
    add('p', 'pale', (made) => (made.style.color = getComputedStyle(document.body).backgroundColor));
    add('label', 'nothing', (made) => made.setAttribute('for', 'nowhere'));
    document.querySelector('main').append(wrong);
  });
  assert.equal((await nameless(page)).length, 1);
  const all = (await faults(page)).join('\n');
  for (const wanted of [/contrast 1\.00: p\. "pale"/, /for leads nowhere: nowhere/, /target of .*: button/]) assert.match(all, wanted);
  await page.context().close();
});

test('a game is played through roles and names alone, and every move is told', async () => {
  const page = await house.visit(hash('play', 'tictactoe'));
  await waitForStatus(page, /Your move, X/);
  const told = page.locator('[data-heard][role="status"]');
  const cells = page.getByRole('group', { name: /Tic-tac-toe/ }).getByRole('button', { name: /can be picked/ });
  assert.equal(await cells.count(), 9);
  for (let turn = 1; turn <= 5; turn += 1) {
    await waitForStatus(page, /Your move|wins|Draw/);
    if (/wins|Draw/.test(await page.locator('[data-status]').innerText())) break;
    const cell = cells.first();
    const name = (await cell.getAttribute('aria-label')).split(',')[0];
    await cell.focus();
    await page.keyboard.press('Enter');
    await waitForMoves(page, 2 * turn - 1);
    assert.equal(moves(page)[2 * turn - 2], name);
    await page.waitForFunction(() => /^[XO]: [abc][123]$/.test(document.querySelector('[data-heard]').textContent));
  }
  await waitForStatus(page, /wins|Draw/);
  assert.match(await told.innerText(), /^[XO]: /);
  assert.equal(await page.getByRole('status').filter({ hasText: /wins|Draw/ }).count(), 1, 'the end is told');
  await page.context().close();
});

test('a game is analysed with the keyboard through roles and names alone', async () => {
  const page = await house.visit(hash('analyse', 'chess'));
  await waitForStatus(page, /White to move/);
  const field = page.getByRole('group', { name: /Chess/ });
  const go = async (name) => {
    await field.getByRole('button', { name }).focus();
    await page.keyboard.press('Enter');
  };
  await go(/^e2, white pawn|^e2, White pawn/i);
  await go(/^e4, .*can be picked/);
  await waitForMoves(page, 1);
  await page.getByRole('status').filter({ hasText: 'White: e4' }).waitFor();
  assert.match(await field.getByRole('button', { name: /^e4,/ }).getAttribute('aria-label'), /reached by the last move/);
  await page.getByRole('textbox', { name: 'Move', exact: true }).fill('e5');
  await page.keyboard.press('Enter');
  await waitForMoves(page, 2);
  await page.getByRole('list', { name: 'Moves' }).getByRole('button', { name: 'e4' }).press('Enter');
  await waitForStatus(page, /Black to move/);
  await page.getByRole('button', { name: 'Hint' }).press('Enter');
  await page.getByRole('status').filter({ hasText: /depth/ }).waitFor();
  await page.getByRole('button', { name: 'Judge it' }).press('Enter');
  await page.getByRole('table').filter({ hasText: 'Accuracy' }).waitFor();
  const curve = page.getByRole('slider', { name: 'Position' });
  await curve.focus();
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction(() => document.querySelector('[role="slider"]').getAttribute('aria-valuenow') === '2');
  await waitForStatus(page, /White to move/);
  await page.context().close();
});

test('nothing went wrong behind the scenes', () => assert.deepEqual(house.complaints, []));
