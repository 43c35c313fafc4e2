// The page without a server: a folder of files that any static server offers, and that works without a network.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { extname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { chromium } from 'playwright-core';
import { BROWSER, FLAGS, LONG, PROGRAM, ROOT, goTo, hash, moves, patience, playFirst, shots, waitForMoves, waitForStatus } from './support.mjs';

const SITE = join(ROOT, 'web', 'dist', 'site');
const { start } = createRequire(import.meta.url)(join(ROOT, 'tools', 'site-speed'));
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.wasm': 'application/wasm' };
/** The engine is built for the long form alone (tools/browser-tests). */
const skip = LONG ? false : 'PLYBOOK_LONG=1 builds and tries the site';

let server;
let browser;
let address;
const complaints = [];
before(async () => {
  if (skip) return;
  assert.ok(existsSync(join(SITE, 'engine.wasm')), 'the site is not built: tools/site --quick');
  server = createServer((request, response) => {
    const path = new URL(request.url, 'http://localhost').pathname;
    const file = join(SITE, path === '/' ? 'index.html' : path);
    if (!existsSync(file)) return response.writeHead(404).end();
    return response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' }).end(readFileSync(file));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${server.address().port}/`;
  browser = await chromium.launch({ executablePath: BROWSER, args: FLAGS });
});
after(async () => {
  await browser?.close();
  server?.close();
});

async function visit(spot = '') {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 } });
  const page = await context.newPage();
  page.setDefaultTimeout(patience());
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  await page.goto(address + spot);
  return { page, context };
}

test('the engine of the site visits what the program visits', { skip }, async () => {
  const ask = await start(join(SITE, 'engine.wasm'));
  for (const game of ['tictactoe', 'tts', 'kalah']) {
    const { games } = JSON.parse(execFileSync(PROGRAM, ['bench', game, '--json'], { encoding: 'utf8' }));
    const { status, answer } = ask('/bench', game);
    assert.deepEqual([status, answer], [200, games], game);
  }
});

test('games are played, analysed and searched without a network', { skip }, async () => {
  const { page, context } = await visit();
  await page.waitForSelector('[data-game="hexapawn"]');
  // Everything is kept before the network goes.
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await context.setOffline(true);
  await page.reload();
  await page.waitForSelector('[data-game="hexapawn"]');
  await shots(page, 'site-games');
  await goTo(page, address + hash('play', 'hexapawn'));
  await playFirst(page);
  await waitForMoves(page, 2);
  assert.ok(moves(page).length >= 2, 'the engine answers');
  await goTo(page, address + hash('analyse', 'tictactoe', { moves: 'b2' }));
  await page.getByText(/proven|Draw|even/i).first().waitFor();
  await goTo(page, address + hash('tree', 'tictactoe'));
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.locator('[data-what="positions"]').waitFor();
  await goTo(page, address + hash('lab', 'tictactoe'));
  await page.getByRole('spinbutton', { name: 'Plies' }).fill('3');
  await page.getByRole('button', { name: 'Measure' }).click();
  await page.getByRole('region', { name: 'Results' }).waitFor();
  assert.deepEqual(complaints, []);
  await context.close();
});

test('own rules are played on the site, and what needs the program says so', { skip }, async () => {
  const { page, context } = await visit('#/rules/teeko');
  await page.locator('[data-check="sound"]').waitFor();
  await page.getByRole('button', { name: 'Engine moves' }).click();
  await waitForStatus(page, /to move/);
  await page.getByRole('link', { name: 'Play', exact: true }).last().click();
  await waitForStatus(page, /move|turn/i);
  assert.match(page.url(), /play\/teeko-[0-9a-f]{20}/);
  for (const view of ['tournaments', 'learn']) {
    await goTo(page, `${address}#/${view}`);
    await page.locator('[data-needs-program]').waitFor();
  }
  await shots(page, 'site-needs-program');
  assert.deepEqual(complaints, []);
  await context.close();
});
