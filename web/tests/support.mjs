// The real program, the real page, a real browser.

import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
export const PROGRAM = process.env.PLYBOOK_PROGRAM ?? join(process.env.CARGO_TARGET_DIR ?? join(ROOT, 'target'), 'debug', 'plybook');
export const BROWSER = process.env.PLYBOOK_BROWSER ?? '/usr/bin/chromium';
const SHOTS = join(process.env.CARGO_TARGET_DIR ?? join(ROOT, 'target'), 'screenshots');
/** How many times slower than it could be the browser is to work: brings races to light. */
const SLOW = Number(process.env.PLYBOOK_SLOW ?? 1);
/** How long the page may take for one step on a quiet machine, in milliseconds. */
const QUIET_PATIENCE = 20_000;
/** What `calibration` takes on the quiet machine that the patience was chosen on, in milliseconds. */
const QUIET_CALIBRATION = 270;
/** How often the patience follows the machine, in milliseconds. */
const PATIENCE_RENEWED = 2_000;
/** Whether the long forms are wanted. */
export const LONG = process.env.PLYBOOK_LONG !== undefined;

export const FLAGS = [
  '--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync',
];

/** Widths and colours in which every view is looked at. */
const LOOKS = [
  { name: 'wide-light', width: 1280, height: 860, colorScheme: 'light' },
  { name: 'wide-dark', width: 1280, height: 860, colorScheme: 'dark' },
  { name: 'narrow-light', width: 380, height: 780, colorScheme: 'light' },
  { name: 'narrow-dark', width: 380, height: 780, colorScheme: 'dark' },
];

/** How long a fixed piece of work takes here and now, in milliseconds. */
function calibration() {
  const begun = performance.now();
  let state = 1;
  for (let round = 0; round < 40_000_000; round += 1) state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
  if (state === 0) throw new Error('the calibration went wrong');
  return performance.now() - begun;
}

/** How many times slower than a quiet machine this one was when the tests began. */
const SLOWNESS = calibration() / QUIET_CALIBRATION;

/**
 * How long the page may take for one step, in milliseconds. It follows the machine: its speed at the start, the work
 * that waits for each core now, and a browser that is slowed on purpose.
 */
export function patience() {
  const waiting = loadavg()[0] / availableParallelism();
  return QUIET_PATIENCE * Math.max(1, SLOWNESS, waiting) * Math.max(1, SLOW);
}

/** Runs in the page before its own scripts: counts the questions that are neither answered nor given up. */
function countQuestions() {
  const ask = globalThis.fetch;
  globalThis.openQuestions = 0;
  globalThis.fetch = async (...question) => {
    globalThis.openQuestions += 1;
    try {
      const answer = await ask(...question);
      // The page has an answer when it has its body; an answer that is a stream of events has no end to wait for.
      if (answer.headers.get('content-type')?.startsWith('application/json')) await answer.clone().arrayBuffer();
      return answer;
    } finally {
      globalThis.openQuestions -= 1;
    }
  };
}

/** Where the program looks for endgame databases and books. */
const installed = (folder) => ({ PLYBOOK_ENDGAME: join(folder, 'endgame'), PLYBOOK_BOOK: join(folder, 'books.db') });

/** Starts the program on a port, 0 for a free one, over a folder's database and endgame databases, with a folder of rules files if one is named; gives its address and how to end it. */
async function serve(folder, port, rules) {
  if (!existsSync(PROGRAM)) throw new Error(`${PROGRAM} is not there: build it with cargo build -p plybook`);
  const program = spawn(PROGRAM, ['serve', '--port', String(port), '--db', join(folder, 'games.db'), ...(rules ? ['--rules', rules] : [])], {
    stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, ...installed(folder) },
  });
  const gone = new Promise((resolve) => program.on('exit', resolve));
  const address = await new Promise((resolve, reject) => {
    let text = '';
    program.stdout.on('data', (data) => {
      text += data;
      const found = /http:\/\/[^/\s]+\//.exec(text);
      if (found) resolve(found[0]);
    });
    program.on('exit', (status) => reject(new Error(`the program ended with ${status}: ${text}`)));
  });
  const end = () => {
    program.kill('SIGKILL');
    return gone;
  };
  return { address, end };
}

/** A program and a browser; every page reports what it should never say. */
export async function open(options = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'plybook-browser-'));
  // A folder of rules files that the program shows, where it is wanted.
  const rules = options.rules ? join(folder, 'rules') : undefined;
  if (rules) mkdirSync(rules);
  let server = await serve(folder, 0, rules);
  const { address } = server;
  const browser = await chromium.launch({ executablePath: BROWSER, args: FLAGS });
  const complaints = [];
  let expected = /status of (4\d\d|503)/;
  const pages = new Set();
  const renewal = setInterval(() => pages.forEach((page) => page.setDefaultTimeout(patience())), PATIENCE_RENEWED);

  /** A fresh visitor's page. */
  async function visit(hash = '', options = {}) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, ...options });
    await context.addInitScript(countQuestions);
    const page = await context.newPage();
    page.setDefaultTimeout(patience());
    pages.add(page);
    page.on('close', () => pages.delete(page));
    page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
    page.on('dialog', (dialog) => {
      complaints.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('console', (message) => {
      // A refused request is the page's daily bread; everything else said aloud is a mistake.
      if (message.type() === 'error' && !expected.test(message.text())) {
        complaints.push(`console: ${message.text()}`);
      }
    });
    if (SLOW > 1) {
      const session = await context.newCDPSession(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW });
    }
    await page.goto(address + hash);
    return page;
  }

  /** Kills the program and starts it again at the same address, over the same database. */
  async function restart() {
    // A page notices aloud that nobody answers.
    expected = /status of (4\d\d|503)|ERR_(CONNECTION_REFUSED|INCOMPLETE_CHUNKED_ENCODING|EMPTY_RESPONSE|CONNECTION_RESET)/;
    await server.end();
    server = await serve(folder, new URL(address).port, rules);
  }

  const ask = (words) => execFileSync(PROGRAM, words, { stdio: 'ignore', env: { ...process.env, ...installed(folder) } });
  /** Builds the endgame database of a small game where the program looks for it. */
  const buildEndgame = (game) => ask(['endgame', 'build', game]);
  /** Builds a small opening book where the program looks for it. */
  const buildBook = (game) => ask(['book', 'build', game, '--positions', '3', '--nodes', '200']);

  async function close() {
    clearInterval(renewal);
    await browser.close();
    await server.end();
    rmSync(folder, { recursive: true, force: true });
  }

  return { address, browser, complaints, rules, visit, restart, buildEndgame, buildBook, close };
}

/** Keeps pictures of a page in all widths and colours. */
export async function shots(page, name) {
  mkdirSync(SHOTS, { recursive: true });
  const before = page.viewportSize();
  for (const look of LOOKS) {
    await page.setViewportSize({ width: look.width, height: look.height });
    await page.emulateMedia({ colorScheme: look.colorScheme });
    await page.waitForTimeout(60);
    await page.screenshot({ path: join(SHOTS, `${name}-${look.name}.png`), fullPage: true });
  }
  await page.emulateMedia({ colorScheme: null });
  await page.setViewportSize(before);
}

export const status = (page) => page.locator('[data-status]').innerText();

/** Waits until the status says something. */
export async function waitForStatus(page, pattern) {
  await page.waitForFunction(
    ([source]) => new RegExp(source).test(document.querySelector('[data-status]')?.textContent ?? ''), [pattern.source],
  );
}

/** Clicks a cell by its name on the board, or by its number. */
export async function click(page, cell) {
  const spot = typeof cell === 'number' ? `[data-cell="${cell}"]` : `[data-name="${cell}"]`;
  await page.locator(`svg.board ${spot}`).first().click();
}

/** The moves as the address has them. */
export function moves(page) {
  const query = new URL(page.url()).hash.split('?')[1] ?? '';
  return (new URLSearchParams(query).get('moves') ?? '').split(' ').filter((text) => text !== '');
}

/** Everything the board shows, for comparison across a reload. */
export const boardText = (page) => page.locator('svg.board [data-cell]').evaluateAll((cells) =>
  cells.map((cell) => [cell.dataset.cell, cell.dataset.piece ?? '', cell.dataset.count ?? ''].join(' ')).join('\n'));

/**
 * Does something that leads to another view, and waits until the present one is gone: what is read afterwards is not
 * what stood there before, even where both look alike.
 */
export async function leaving(page, deed) {
  await page.evaluate(() => [...document.querySelectorAll('main > :not([aria-label="Story"])')].forEach((part) => part.setAttribute('data-left', '')));
  await deed();
  await page.waitForFunction(() => document.querySelector('[data-left]') === null);
}

/** Goes to an address within the page. */
export const goTo = (page, spot) => leaving(page, () => page.goto(spot));

/** Waits until everything that the page asked has been answered or given up, and the page has shown what came of it. */
export async function settle(page) {
  await page.waitForFunction(() => globalThis.openQuestions === 0);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50))));
}

/** Waits until what is measured fits. */
export async function until(measure, fits, what) {
  const begun = Date.now();
  for (;;) {
    const found = await measure();
    if (fits(found)) return;
    if (Date.now() > begun + patience()) throw new Error(`${what}: ${found}`);
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

/** Waits for a number of moves. */
export async function waitForMoves(page, count) {
  await page.waitForFunction(([least]) => {
    const query = location.hash.split('?')[1] ?? '';
    return (new URLSearchParams(query).get('moves') ?? '').split(' ').filter((text) => text !== '').length >= least;
  }, [count]);
}

/** Cells that can be picked now. */
export const targets = (page) => page.locator('svg.board [data-target]').evaluateAll((cells) =>
  cells.map((cell) => Number(cell.dataset.cell)));

/** Plays the first move on offer, click by click, and waits until it is played. */
export async function playFirst(page) {
  const count = moves(page).length;
  for (let step = 0; step < 12; step += 1) {
    // While a move is on its way nothing can be picked.
    await page.waitForFunction(([before]) => {
      const query = location.hash.split('?')[1] ?? '';
      const played = (new URLSearchParams(query).get('moves') ?? '').split(' ').filter((text) => text !== '').length > before;
      return played || document.querySelector('svg.board [data-target], [aria-label="Choose"] button') !== null;
    }, [count]);
    if (moves(page).length > count) return;
    const choice = page.locator('[aria-label="Choose"] button').first();
    if (await choice.isVisible()) await choice.click();
    else await click(page, (await targets(page))[0]);
  }
  throw new Error('the clicks lead to no move');
}

/** Whether anything on the page is wider than the page. */
export const overflows = (page) => page.evaluate(() =>
  document.documentElement.scrollWidth > document.documentElement.clientWidth);

/** The address of a view. */
export const hash = (view, game, parameters = {}) => {
  const query = new URLSearchParams(parameters).toString();
  return `#/${view}/${encodeURIComponent(game)}${query ? `?${query}` : ''}`;
};

/** Reloads and checks that nothing is lost. */
export async function reloadAndCompare(page, assert) {
  const before = { moves: moves(page), board: await boardText(page), status: await status(page) };
  await page.reload();
  await page.waitForSelector('svg.board [data-cell]');
  await page.waitForFunction(([text]) => document.querySelector('[data-status]')?.textContent?.trim() === text, [before.status.trim()]);
  assert.deepEqual(moves(page), before.moves);
  assert.equal(await boardText(page), before.board);
}
