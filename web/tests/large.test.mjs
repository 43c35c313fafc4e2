// A game of 300 plies with 200 variations: how long the page takes for each step.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { hash, LONG, moves, open, waitForStatus } from './support.mjs';

let house;
before(async () => (house = await open()));
after(() => house.close());

/** What is asked for, in milliseconds with the processor slowed four times; the ordinary run allows for a busy machine. */
const WANTED = 50;
const BOUND = LONG ? WANTED : 1000;
const PLIES = 300;
const VARIATIONS = 200;

/** A game in which both sides walk about with their knights, so that no position comes back too often, as the page keeps it. */
async function analysis(page) {
  return page.evaluate(async ([plies, variations]) => {
    const ask = async (path, question) => (await fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(question) })).json();
    let seed = 7;
    const draw = (many) => (seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff) % many;
    const game = 'go';
    const line = [];
    const others = [];
    let board = await ask('/api/state', { game, moves: [] });
    // Legal moves of the start stay legal for long where nothing is taken: points are drawn, and what is refused is left out.
    while (line.length < plies) {
      const choice = board.moves.filter(({ text }) => text !== 'pass');
      const move = choice.length > 0 ? choice[draw(choice.length)].text : 'pass';
      const other = choice[draw(Math.max(1, choice.length))]?.text;
      if (other !== undefined && other !== move && others.length < variations) others.push({ at: line.length, move: other });
      line.push(move);
      board = await ask('/api/state', { game, moves: line });
      if (board.ending) throw new Error(`over after ${line.length} plies: ${board.ending.sentence}`);
    }
    const texts = board.display;
    let next = [];
    for (let ply = plies - 1; ply >= 0; ply -= 1) {
      const aside = others.find(({ at }) => at === ply);
      const here = { move: line[ply], text: texts[ply], next };
      next = aside ? [here, { move: aside.move, text: { ...texts[ply], text: aside.move }, next: [] }] : [here];
    }
    const kept = { id: 'large', game: board.game, tree: { next }, changed: Date.now() };
    localStorage.setItem('plybook.analyses', JSON.stringify([kept]));
    localStorage.setItem('plybook.live', 'false');
    return { line, sides: others.length };
  }, [PLIES, VARIATIONS]);
}

test('every step in a game of 300 plies with 200 variations is quick with a processor that is four times slower', async () => {
  const page = await house.visit('');
  const { line, sides } = await analysis(page);
  assert.deepEqual([line.length, sides], [PLIES, VARIATIONS]);
  await page.goto(house.address + hash('analyse', 'go', { moves: line.join(' ') }));
  await page.reload();
  await waitForStatus(page, /to move/);
  await page.waitForFunction(([count]) => document.querySelectorAll('ol[aria-label="Moves"] button').length === count, [PLIES + VARIATIONS]);
  assert.equal(moves(page).length, PLIES);
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  // The page's own work for a step, in processor time of its thread: what other programs do meanwhile does not count.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const worked = async () => (await session.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration').value * 1000;
  await page.evaluate(() => {
    const picture = () => new Promise((go) => requestAnimationFrame(() => setTimeout(go)));
    globalThis.step = async (deed, done) => {
      deed();
      while (!done()) await picture();
      await picture();
    };
    globalThis.key = (name) => dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }));
    globalThis.ply = () => document.querySelector('ol[aria-label="Moves"] [aria-current]')?.textContent ?? '';
  });
  const measure = async (name, deed, done) => {
    const before = await worked();
    await page.evaluate(([act, wait]) => globalThis.step(new Function(`return (${act})()`), new Function(`return (${wait})()`)), [deed, done]);
    return [name, (await worked()) - before];
  };
  const changed = (key) => [`() => { globalThis.was = ply(); key('${key}'); }`, '() => ply() !== globalThis.was'];
  const buttons = "[...document.querySelectorAll('ol[aria-label=\"Moves\"] button')]";
  const times = [];
  for (let turn = 0; turn < 3; turn += 1) {
    times.push(await measure('back', ...changed('ArrowLeft')));
    times.push(await measure('forward', ...changed('ArrowRight')));
    times.push(await measure('to the start', "() => key('Home')", '() => ply() === ""'));
    times.push(await measure('to the end', "() => key('End')", '() => ply() !== ""'));
    times.push(await measure('to a move in the middle', `() => { globalThis.was = ply(); ${buttons}[${160 - 40 * turn}].click(); }`, '() => ply() !== globalThis.was'));
    times.push(await measure('to the next variation', ...changed('ArrowDown')));
    times.push(await measure(
      'a sign', "() => { globalThis.was = ply(); document.querySelector('[aria-label=\"Interesting\"]').click(); }", '() => ply() !== globalThis.was',
    ));
    times.push(await measure(
      'a comment',
      `() => { const field = document.querySelector('textarea[aria-label="Comment"], [aria-label="Comment"]'); field.value += 'x'; field.dispatchEvent(new Event('input', { bubbles: true })); field.dispatchEvent(new Event('change', { bubbles: true })); }`,
      '() => [...document.querySelectorAll(".comment")].some((said) => said.textContent.includes("x"))',
    ));
    times.push(await measure('another move', "() => { globalThis.was = ply(); document.querySelector('svg.board [data-target]').dispatchEvent(new MouseEvent('click', { bubbles: true })); }", '() => ply() !== globalThis.was'));
  }
  const worst = [...new Set(times.map(([name]) => name))].map((name) => [name, Math.max(...times.filter(([other]) => other === name).map(([, time]) => time))]);
  console.log(`work of a step, four times slower: ${worst.map(([name, time]) => `${name} ${Math.round(time)} ms`).join(', ')}`);
  for (const [name, time] of worst) assert.ok(time <= BOUND, `${name}: ${time} ms`);
  await page.context().close();
});

test('nothing went wrong behind the scenes', () => assert.deepEqual(house.complaints, []));
