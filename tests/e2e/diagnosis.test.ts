import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { fixture } from '../servers/servers.ts';
import { type App, manageApps } from './support/app.ts';
import { findViolations } from './support/browser.ts';
import {
  choose,
  connected,
  dockLines,
  main,
  type NewServer,
  nodeLine,
  openTab,
  railRow,
  resultPane,
  reviewServer,
} from './support/driver.ts';

const apps = manageApps('file');
const server = fixture('legacy');
/** Runs the good server of the fixtures. */
const SERVE = `import(${JSON.stringify(pathToFileURL(server).href)});`;
/** Longer than any test waits, but nothing stays if a test dies. */
const LIVE = 'setTimeout(() => process.exit(9), 60000);process.stdin.resume();';
const NEEDS_KEY = `if (!process.env.WEATHER_API_KEY) { console.error("Error: WEATHER_API_KEY is not set"); process.exit(1) } ${SERVE}`;
/** One host for all: each test has a server of its own. */
let app: App;
const home = mkdtempSync(join(tmpdir(), 'wirebench-home-'));

beforeAll(async () => {
  // Settings of whoever runs the tests stay out of it.
  vi.stubEnv('HOME', home);
  app = await apps.open();
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

interface Special extends Omit<NewServer, 'name' | 'start'> {
  transport?: string;
  /** Seconds. */
  connectLimit?: string;
  restart?: boolean;
}

const script = (code: string): Special => ({ text: nodeLine('-e', code) });

/** Adds a server through the review with settings that only a person who needs them looks for. */
async function add(page: Page, name: string, special: Special): Promise<void> {
  const { transport, connectLimit, restart, ...simple } = special;
  const dialog = await reviewServer(page, { ...simple, name });
  if (transport !== undefined) await dialog.getByLabel('Transport', { exact: true }).selectOption(transport);
  if (connectLimit !== undefined || restart) await dialog.getByText('Advanced', { exact: true }).click();
  if (connectLimit !== undefined) await dialog.getByLabel(/^Limit for connecting/).fill(connectLimit);
  if (restart) await dialog.getByLabel('Start again', { exact: true }).selectOption('When it fails or ends');
  await dialog.getByRole('button', { name: 'Add and connect' }).click();
  await dialog.waitFor({ state: 'detached' });
}

const cause = (page: Page): Locator => main(page).getByRole('region', { name: /^(Likely|No known) cause/ });
const fix = (page: Page, name: string | RegExp): Locator => cause(page).getByRole('button', { name });
const settings = (): string => readFileSync(join(app.folder.dataDir, 'servers.json'), 'utf8');
/** What the settings say of one server. */
function settingsOf(name: string): string {
  const { servers } = JSON.parse(settings()) as { servers: { name: string }[] }; // as docs/format.md has it
  return JSON.stringify(
    servers.find((one) => one.name === name),
    null,
    2,
  );
}

/** No accessibility rule is broken in either theme. */
async function expectAccessible(page: Page, what: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe(colorScheme);
    expect(await findViolations(page), `${what}, ${colorScheme}`).toEqual([]);
  }
}

interface Case {
  server: () => Promise<Special> | Special;
  title: string | RegExp;
  evidence: string | RegExp;
  /** What the person does; the last of it is one click. */
  mend: (page: Page) => Promise<void>;
  /** What the settings say afterwards. */
  saved: RegExp;
}

/** A server on HTTP that runs as long as the tests. */
async function origin(...args: [path: string, ...flags: string[]]): Promise<string> {
  const { line } = await apps.companion(args);
  return `http://127.0.0.1:${line.replace('LISTENING ', '')}`;
}

const cases: Record<string, Case> = {
  'dx-env': {
    server: () => script(NEEDS_KEY),
    title: 'WEATHER_API_KEY is missing',
    evidence: /^from stderr line \d+$/,
    mend: async (page) => {
      await cause(page).getByLabel('WEATHER_API_KEY').fill('tok-9f31c2');
      await fix(page, 'Set and retry').click();
    },
    saved: /"WEATHER_API_KEY": \{\s*"secret"/,
  },
  'dx-exit0': {
    server: () => script(`if (process.argv.includes("stdio")) ${SERVE}`),
    title: 'The server ended normally before it answered',
    evidence: 'from the exit code',
    mend: (page) => fix(page, /stdio/).click(),
    saved: /"stdio"\s*\]/,
  },
  'dx-cwd': {
    server: () => ({ text: nodeLine(server), cwd: join(app.folder.root, 'gone') }),
    title: 'The working folder does not exist',
    evidence: /^from /,
    mend: async (page) => {
      const there = join(app.folder.root, 'there');
      mkdirSync(there);
      // The nearest folder that exists is suggested.
      expect(await cause(page).getByLabel('Folder').inputValue()).toBe(app.folder.root);
      await cause(page).getByLabel('Folder').fill(there);
      await fix(page, 'Use and retry').click();
    },
    saved: /"cwd": *"[^"]+there"/,
  },
  'dx-enoent-none': {
    server: () => ({ text: `wirebench-no-such-program "${server}"` }),
    title: '"wirebench-no-such-program" is not installed or has another name',
    evidence: 'from the search for the program',
    mend: async (page) => {
      await cause(page).getByLabel('Program').fill(process.execPath);
      await fix(page, 'Use and retry').click();
    },
    saved: /"command": *"[^"]+node[^"]*"/,
  },
  'dx-httponly': {
    server: async () => {
      const url = `${await origin(fixture('http'), '--era=legacy')}/mcp`;
      return { ...script(`console.error("Listening on ${url}");${LIVE}`), connectLimit: '2' };
    },
    title: 'This server speaks HTTP',
    evidence: /^from stderr line \d+$/,
    mend: (page) => fix(page, /^Use http/).click(),
    saved: /"url": *"http:\/\/127\.0\.0\.1:\d+\/mcp"/,
  },
  'dx-era': {
    // A command that is on the list already would not be added.
    server: () => ({ text: nodeLine(server, '--page=50'), protocol: 'Exactly 2026-07-28' }),
    title: 'No common protocol version',
    evidence: 'from the answers to the greeting',
    mend: (page) => cause(page).getByRole('button').first().click(),
    saved: /"era": *"(legacy|auto|2025-11-25)"/,
  },
  'dx-404, the path': {
    server: async () => ({ kind: 'URL', text: `${await origin(fixture('http'), '--era=legacy')}/` }),
    title: 'No MCP endpoint at this path',
    evidence: 'from the HTTP answer 404',
    mend: (page) => fix(page, /^Try http.*\/mcp$/).click(),
    saved: /"url": *"http:\/\/127\.0\.0\.1:\d+\/mcp"/,
  },
  'dx-404, the older transport': {
    server: async () => ({
      kind: 'URL',
      text: `${await origin(fixture('http-sse-old'))}/sse`,
      transport: 'Streamable HTTP',
    }),
    title: 'No MCP endpoint at this path',
    evidence: /^from the HTTP answer 40[45]$/,
    mend: (page) => fix(page, /older transport/).click(),
    saved: /"transport": *"sse"/,
  },
};

describe('one click from a failure to a connected server', () => {
  test.each(Object.entries(cases))('%s', async (rule, one) => {
    const { page } = app;
    const name = rule.replaceAll(/\W+/g, '-');
    await add(page, name, await one.server());
    await cause(page).getByRole('heading', { name: one.title }).waitFor({ timeout: 20_000 });
    await cause(page).getByText(one.evidence).first().waitFor();
    await main(page).getByRole('list', { name: 'What happened' }).getByLabel('Failed').waitFor();
    await one.mend(page);
    await connected(page, name);
    // Diagnosis gives way by itself.
    await main(page)
      .getByRole('tab', { name: /^Tools/, selected: true })
      .waitFor();
    expect(settingsOf(name)).toMatch(one.saved);
    expect(settings()).not.toContain('tok-9f31c2');
  });
});

test('[STD-16] from a failure to a connected server by the keyboard alone, and no accessibility rule is broken', async () => {
  const { page } = app;
  await add(page, 'weather', script(`${NEEDS_KEY} // weather`));
  await cause(page).getByRole('heading', { name: 'WEATHER_API_KEY is missing' }).waitFor();
  await main(page).getByText('Decisive line').waitFor({ state: 'attached' });
  await expectAccessible(page, 'Diagnosis');
  await page.getByRole('tab', { name: 'Diagnosis' }).focus();
  const field = cause(page).getByLabel('WEATHER_API_KEY');
  for (let steps = 0; steps < 10 && !(await field.evaluate((node) => node === document.activeElement)); steps += 1)
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await cause(page).getByRole('alert').getByText('Enter a value first.').waitFor();
  await page.keyboard.type('tok-9f31c2');
  await page.keyboard.press('Enter');
  await connected(page, 'weather');
  await main(page)
    .getByRole('button', { name: /^pid \d+$/ })
    .click();
  const processes = page.getByRole('dialog', { name: 'Processes of this server' });
  await processes.getByRole('table').waitFor();
  await expectAccessible(page, 'Processes');
});

test('a running server that dies under a call: what was under way, and what it said last', async () => {
  const { page } = app;
  await add(page, 'forecast', script(`console.error("ready to forecast");${SERVE}`));
  await connected(page, 'forecast');
  await choose(page, 'Tools', 'slow');
  await main(page).getByLabel('ms', { exact: true }).fill('30000');
  await main(page).getByRole('button', { name: 'Run tool' }).click();
  await resultPane(page).getByRole('button', { name: /^Stop/ }).waitFor();
  const chip = await main(page)
    .getByRole('button', { name: /^pid \d+$/ })
    .textContent();
  process.kill(Number((chip ?? '').slice('pid '.length)), 'SIGKILL');
  await page.getByRole('link', { name: /^forecast, .*SIGKILL/ }).waitFor();
  await openTab(page, 'Diagnosis');
  await main(page).getByRole('heading', { level: 2, name: 'forecast stopped' }).waitFor();
  const lost = main(page).getByRole('region', { name: 'Under way when it ended' });
  await lost.getByText('1 call got no answer').waitFor();
  const call = lost.getByRole('listitem');
  await call.getByText('tools/call slow').waitFor();
  await call.getByText('May have taken effect').waitFor();
  await main(page).getByRole('region', { name: 'Last output on stderr' }).getByText('ready to forecast').waitFor();
  await main(page).getByRole('region', { name: 'Last lines of the wire' }).getByText(/slow/).first().waitFor();
  await expectAccessible(page, 'crash view');
  await fix(page, 'Start again').click();
  await connected(page, 'forecast');
});

test('a server that is started again by itself: the countdown, every attempt, and an end after three equal failures', async () => {
  const { page } = app;
  await add(page, 'loop', { ...script('console.error("no luck");process.exit(3)'), restart: true });
  await main(page)
    .getByText(/^Trying again in \d+ s, attempt \d$/)
    .waitFor({ timeout: 20_000 });
  await main(page).getByText('Stopped trying: it failed 3 times in the same way.').waitFor({ timeout: 20_000 });
  await main(page)
    .getByText(/stopped retrying/)
    .waitFor();
  const attempts = main(page).getByRole('combobox', { name: 'Attempt' });
  expect(await attempts.getByRole('option').allTextContents()).toEqual(
    [1, 2, 3].map((n) => expect.stringMatching(new RegExp(`^Attempt ${n} of 3, \\d\\d:\\d\\d:\\d\\d$`))),
  );
  await attempts.selectOption({ index: 0 });
  await main(page).getByText('This is an earlier attempt.').waitFor();
  await main(page).getByRole('region', { name: 'Last output on stderr' }).getByText('no luck').first().waitFor();
  expect(await fix(page, 'Try again').count()).toBe(0);
  await expectAccessible(page, 'attempts');
});

test('what a server says while it connects is visible in the dock, and Cancel ends it', async () => {
  const { page } = app;
  await add(page, 'silent', script(`console.error("reading the weather maps");${LIVE}`));
  await page.getByRole('link', { name: /^silent, Connecting/ }).waitFor();
  await (await dockLines(page, 'stderr')).getByText('reading the weather maps').waitFor();
  await main(page).getByRole('heading', { level: 2, name: 'Connecting to silent' }).waitFor();
  await main(page)
    .getByText(/Waiting for an answer to .* so far/)
    .waitFor();
  await main(page).getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.getByRole('link', { name: /^silent, Not connected/ }).waitFor();
  expect(await railRow(page, 'silent').getAttribute('aria-label')).not.toContain('Connecting');
});
