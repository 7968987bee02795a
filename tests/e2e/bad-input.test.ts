import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { fixture } from '../servers/servers.ts';
import { type App, manageApps } from './support/app.ts';
import {
  addServer,
  connected,
  dockLines,
  main,
  type NewServer,
  nodeLine,
  openTab,
  railRow,
  reviewServer,
  startDemo,
  trafficCount,
} from './support/driver.ts';

const apps = manageApps('file');
/** Requests of one fetching of all lists. */
const LISTS = 4;
const FAILED_MS = 20_000;

interface Failure {
  /** What happened, after the name of the server. */
  happened: RegExp;
  /** The likely cause. */
  title: RegExp;
  why: RegExp;
  todo: RegExp;
  /** The server's words in the rail. */
  short: RegExp;
  /** Last lines of stderr, in order. */
  stderr?: string[];
  exit?: string;
}

/** Waits for the diagnosis of the chosen server and holds it against what is expected. */
async function expectFailure(page: Page, name: string, failure: Failure): Promise<void> {
  const cause = main(page).getByRole('region', { name: failure.title });
  await cause.waitFor({ timeout: FAILED_MS });
  // biome-ignore lint/performance/useDomNodeTextContent: the words as a person sees them, with the gaps between blocks
  const text = await cause.innerText();
  expect(text).toMatch(failure.why);
  expect(text).toMatch(failure.todo);
  expect(await main(page).getByRole('heading', { level: 2 }).first().textContent()).toMatch(failure.happened);
  if (failure.exit !== undefined) await main(page).getByText(`ended with ${failure.exit}.`).first().waitFor();
  expect(await railRow(page, name).getAttribute('aria-label')).toMatch(failure.short);
  await main(page).getByRole('button', { name: 'Retry' }).first().waitFor();
  const lines = main(page).getByRole('region', { name: 'Last output on stderr' });
  for (const line of failure.stderr ?? []) await lines.getByText(line).first().waitFor();
}

let app: App;
beforeAll(async () => {
  app = await apps.open();
  // The healthy server that failing neighbours must not disturb.
  await startDemo(app.page);
});

/** The healthy server still answers: its lists come again, as new traffic. */
async function expectDemoGoesOn(page: Page): Promise<void> {
  await railRow(page, 'demo').click();
  await openTab(page, 'Traffic');
  await main(page).getByRole('treegrid', { name: 'Exchanges' }).waitFor();
  const before = await trafficCount(page);
  await page.getByRole('button', { name: 'More server actions' }).click();
  await page.getByRole('menuitem', { name: 'Fetch tools, resources and prompts again' }).click();
  await expect.poll(() => trafficCount(page), { timeout: 10_000 }).toBeGreaterThanOrEqual(before + LISTS);
}

const program = (app: App, name: string, text: string, mode = 0o755): string => {
  const path = join(app.folder.root, name);
  writeFileSync(path, text);
  chmodSync(path, mode);
  return path;
};

test.each<[string, (app: App) => Omit<NewServer, 'name'>, Failure]>([
  [
    'a program that is not there',
    () => ({ text: 'wirebench-no-such-program --now' }),
    {
      happened: /could not be started$/,
      title: /"wirebench-no-such-program" is not installed or has another name/,
      why: /No program of that name is on the PATH this app searched: .*\/bin/,
      todo: /absolute path/,
      short: /Program not found/,
    },
  ],
  [
    'a working folder that is not there',
    (app) => ({ text: nodeLine('--version'), cwd: join(app.folder.root, 'gone') }),
    {
      happened: /could not be started$/,
      title: /The working folder does not exist/,
      why: /There is no folder ".*gone"\. The program was not started\./,
      todo: /Choose a folder that exists/,
      short: /Working folder missing/,
    },
  ],
  [
    'a file that may not run',
    (app) => ({ text: program(app, 'plain.sh', '#!/bin/sh\nexit 0\n', 0o644) }),
    {
      happened: /could not be started$/,
      title: /The file is not allowed to run/,
      why: /plain\.sh" is there/,
      todo: /chmod \+x/,
      short: /Not allowed to run/,
    },
  ],
  [
    'a program that ends at once',
    (app) => ({
      text: nodeLine(
        program(app, 'ends.cjs', "console.error('first words');console.error('last words');process.exit(3);"),
      ),
    }),
    {
      happened: /stopped before it could connect$/,
      title: /The server stopped before it could connect/,
      why: /3/,
      todo: /./,
      short: /code 3/,
      stderr: ['first words', 'last words'],
      exit: 'code 3',
    },
  ],
  [
    'a package that is missing',
    (app) => ({ text: nodeLine(program(app, 'lacks.cjs', "require('wirebench-no-such-package');")) }),
    {
      happened: /stopped before it could connect$/,
      title: /A file or package is missing/,
      why: /wirebench-no-such-package/,
      todo: /./,
      short: /./,
      stderr: ['Cannot find module'],
      exit: 'code 1',
    },
  ],
  [
    'a program that kills itself',
    () => ({ text: nodeLine('-e', "console.error('about to go');process.kill(process.pid,'SIGKILL')") }),
    {
      happened: /stopped before it could connect$/,
      title: /The system stopped the process/,
      why: /SIGKILL/,
      todo: /./,
      short: /SIGKILL/,
      stderr: ['about to go'],
      exit: 'signal SIGKILL',
    },
  ],
  [
    'a port where nothing listens',
    () => ({ kind: 'URL', text: 'http://127.0.0.1:1/mcp' }),
    {
      happened: /refused the connection$/,
      title: /Nothing listens there/,
      why: /refused the connection to 127\.0\.0\.1:1/,
      todo: /Start the server/,
      short: /Connection refused/,
    },
  ],
])('%s: what happened, why, what to do, and the other server goes on', async (name, server, failure) => {
  await addServer(app.page, { ...server(app), name });
  await expectFailure(app.page, name, failure);
  await expectDemoGoesOn(app.page);
});

test('an address that answers with a web page', async () => {
  const { page } = app;
  const site = await apps.companion([
    '-e',
    `const s = require('http').createServer((_, r) => r.setHeader('content-type', 'text/html').end('<!doctype html><title>Shop</title>'));
     s.listen(0, '127.0.0.1', () => console.log(s.address().port));`,
  ]);
  await addServer(page, { kind: 'URL', text: `http://127.0.0.1:${site.line}/`, name: 'shop' });
  await expectFailure(page, 'shop', {
    happened: /could not be connected$/,
    title: /This address is a web page, not an MCP endpoint/,
    why: /HTML instead of MCP\. The page is called "Shop"/,
    todo: /Try \/mcp at the end/,
    short: /./,
  });
  await expectDemoGoesOn(page);
});

test('a banner on stdout does not hinder the connection and stays visible', async () => {
  const { page } = app;
  const text = "console.log('Welcome to the banner server');\nawait import(process.argv[2]);\n";
  const banner = program(app, 'banner.mjs', text);
  await addServer(page, { text: nodeLine(banner, fixture('legacy')), name: 'banner' });
  await connected(page, 'banner');
  const wire = await dockLines(page, 'Wire');
  await wire.getByRole('log').press('Home');
  await wire.getByText('Welcome to the banner server').waitFor();
  await openTab(page, 'Traffic');
  await main(page).getByRole('treegrid', { name: 'Exchanges' }).getByText('Welcome to the banner server').waitFor();
});

test('a server that never answers can be cancelled, and its process ends', async () => {
  const { page } = app;
  await addServer(page, { text: nodeLine('-e', "console.error('still here');process.stdin.resume()"), name: 'silent' });
  const waiting = main(page).getByRole('heading', { level: 2, name: 'Connecting to silent' });
  await waiting.waitFor({ timeout: FAILED_MS });
  await main(page)
    .getByText(/Waiting for an answer to (server\/discover|initialize).* so far/)
    .waitFor();
  await main(page).getByRole('region', { name: 'Last output on stderr' }).getByText('still here').first().waitFor();
  await main(page).getByRole('button', { name: 'Wait longer' }).waitFor();
  await main(page).getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.getByRole('link', { name: /^silent, Not connected/ }).waitFor();
  await expectDemoGoesOn(page);
});

test('text that cannot be read: the line is named, repairing it is enough, and nothing runs before that', async () => {
  const { page } = await apps.open();
  const broken = '{\n  "mcpServers": {\n    "a": { "command": "node", "args": [1,, 2] }\n  }\n';
  const field = page.getByRole('textbox', { name: 'Command, URL or config' });
  await field.fill('{ "mcpServers": {');
  await page.getByRole('status').getByText(/JSON/).first().waitFor();
  await field.fill(broken);
  const verdict = page.getByRole('status').filter({ hasText: /line 3/i });
  await verdict.first().waitFor();
  await field.fill('{ "mcpServers": { "a": { "command": "node" } } }');
  await page.getByRole('button', { name: 'Review and add' }).waitFor();

  // The review names a problem before anything runs.
  const dialog = await reviewServer(page, { text: 'wirebench-no-such-program', name: 'nowhere' });
  await dialog.getByText('"wirebench-no-such-program" is not installed or has another name').waitFor();
  await dialog.getByRole('button', { name: 'JSON' }).click();
  await dialog.getByRole('textbox', { name: 'JSON config' }).focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText('{\n  "mcpServers": {');
  await dialog
    .getByRole('alert')
    .getByText(/line \d/)
    .first()
    .waitFor();
  await dialog.getByRole('button', { name: 'Fix the JSON first' }).waitFor();
  await page.keyboard.press('Escape');
  expect(await page.getByRole('navigation', { name: 'Servers' }).getByRole('link').count()).toBe(0);
});
