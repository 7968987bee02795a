import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test, vi } from 'vitest';
import { fixture } from '../servers/servers.ts';
import { type App, manageApps } from './support/app.ts';
import { findViolations, lookAt } from './support/browser.ts';
import {
  addServer,
  choose,
  main,
  nodeLine,
  openTab,
  resultPane,
  review,
  runTool,
  startDemo,
} from './support/driver.ts';

const apps = manageApps('file');
/** The pictures lie in the repository and in the README. */
const MAX_BYTES = 400_000;
/** Variables of the computer that runs the tests, of which the app would speak in the pictures. */
const OF_THE_MACHINE = ['CURL_CA_BUNDLE', 'NODE_EXTRA_CA_CERTS', 'REQUESTS_CA_BUNDLE', 'SSL_CERT_DIR', 'SSL_CERT_FILE'];
let app: App;

const TWO_SERVERS = JSON.stringify(
  {
    mcpServers: {
      files: { command: 'npx', args: ['-y', '@modelcontextprotocol/server-filesystem', './data'] },
      warehouse: { command: 'node', args: ['/srv/warehouse/index.js'], env: { WAREHOUSE_TOKEN: 'wh_live_8f2c61d0aa' } },
    },
  },
  null,
  2,
);

/** A picture in both themes, and no accessibility rule broken in either. */
async function expectGood(page: Page, name: string): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    const path = await lookAt(page, name, theme);
    expect(statSync(path).size).toBeLessThan(MAX_BYTES);
    expect(await findViolations(page), `${name}, ${theme}`).toEqual([]);
  }
}

/** Configs of three other clients, in a home folder of its own, so that nobody's own paths get into the pictures. */
function writeClients(home: string): void {
  const servers = (...names: string[]) =>
    Object.fromEntries(names.map((name) => [name, { command: 'npx', args: [name] }]));
  const files: [string, unknown][] = [
    ['.config/Claude/claude_desktop_config.json', { mcpServers: servers('files', 'git', 'time', 'fetch') }],
    ['.config/Code/User/mcp.json', { servers: servers('orders', 'tickets') }],
    ['.cursor/mcp.json', { mcpServers: servers('docs', 'search', 'browser') }],
  ];
  for (const [path, value] of files) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), JSON.stringify(value, null, 2));
  }
}

/** A server in a folder of the home that wants a variable which only the login shell has. Returns its folder. */
function writeWeatherServer(): string {
  const folder = join(process.env.HOME ?? '', 'code', 'weather-mcp');
  mkdirSync(join(folder, 'dist'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const config = `export function readConfig() {
  if (!process.env.WEATHER_API_KEY) throw new Error('WEATHER_API_KEY is not set');
}
`;
  writeFileSync(join(folder, 'dist', 'config.js'), config);
  writeFileSync(join(folder, 'dist', 'index.js'), "import { readConfig } from './config.js';\n\nreadConfig();\n");
  return folder;
}

beforeAll(async () => {
  const home = mkdtempSync(join(tmpdir(), 'maya-'));
  vi.stubEnv('HOME', home);
  vi.stubEnv('PATH', [dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(delimiter));
  for (const name of OF_THE_MACHINE) vi.stubEnv(name, undefined);
  vi.stubEnv('WEATHER_API_KEY', 'wk_live_59d0c1');
  writeClients(home);
  app = await apps.open();
  return () => rmSync(home, { recursive: true, force: true });
});

test('first run', async () => {
  const field = app.page.getByRole('textbox', { name: 'Command, URL or config' });
  await field.fill('npx -y @modelcontextprotocol/server-everything stdio');
  await app.page.getByText(/^Runs/).waitFor();
  await app.page.getByRole('button', { name: 'Choose from Cursor' }).waitFor();
  await expectGood(app.page, 'first-run');
  await field.fill('');
});

test('review', async () => {
  await app.page.getByRole('textbox', { name: 'Command, URL or config' }).fill(TWO_SERVERS);
  await app.page.getByRole('button', { name: 'Review and add' }).click();
  const dialog = review(app.page);
  await dialog.locator('.monaco-editor .view-line').first().waitFor();
  await dialog.getByRole('button', { name: /^warehouse/ }).click();
  await dialog.getByText(/was found/).waitFor();
  await expectGood(app.page, 'review');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
});

test('edit', async () => {
  await addServer(app.page, { text: 'node /srv/orders/index.js', name: 'orders', start: false });
  await app.page.getByRole('button', { name: 'More server actions' }).click();
  await app.page.getByRole('menuitem', { name: 'Edit server' }).click();
  const editor = app.page.getByRole('main', { name: 'Edit orders' });
  await editor.getByLabel('Connect', { exact: true }).selectOption('At start of the app');
  await editor.getByRole('button', { name: 'Add a variable' }).click();
  await editor.getByLabel('Name of the variable').fill('LOG_LEVEL');
  await editor.getByLabel('Value of LOG_LEVEL', { exact: true }).fill('debug');
  await editor.getByText(/was found/).waitFor();
  await expectGood(app.page, 'edit');
  await editor.getByRole('button', { name: 'Show as JSON' }).click();
  const dialog = app.page.getByRole('dialog');
  await dialog.getByText('"mcpServers"').waitFor();
  await expectGood(app.page, 'export');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await editor.getByRole('button', { name: 'Discard the changes' }).click();
  await editor.getByRole('button', { name: 'Close', exact: true }).click();
  await app.page.getByRole('button', { name: 'More server actions' }).click();
  await app.page.getByRole('menuitem', { name: 'Remove' }).click();
  await app.page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await app.page.getByRole('button', { name: 'Start the demo' }).waitFor();
});

test('tools', async () => {
  await startDemo(app.page);
  await runTool(app.page, 'weather', { city: 'Oslo' });
  await resultPane(app.page).getByRole('heading', { name: 'Completed' }).waitFor();
  await resultPane(app.page).getByText('structuredContent').first().waitFor();
  await expectGood(app.page, 'tools');
});

test('tools, arguments as JSON', async () => {
  await main(app.page).getByRole('tab', { name: 'JSON' }).first().click();
  await app.page.locator('.monaco-editor .view-line').first().waitFor();
  await expectGood(app.page, 'tools-json');
  await main(app.page).getByRole('tab', { name: 'Form' }).click();
});

test('resources', async () => {
  await openTab(app.page, 'Resources');
  await main(app.page).getByRole('region', { name: 'Resources', exact: true }).getByRole('option').first().click();
  await main(app.page).getByRole('tab', { name: 'Raw' }).waitFor();
  await expectGood(app.page, 'resources');
});

test('prompts', async () => {
  await openTab(app.page, 'Prompts');
  await main(app.page).getByRole('region', { name: 'Prompts', exact: true }).getByRole('option').first().click();
  const values = { language: 'TypeScript', code: 'const total = items.length + 1;', focus: 'naming' };
  for (const [name, value] of Object.entries(values))
    await main(app.page).getByLabel(name, { exact: true }).fill(value);
  await main(app.page).getByRole('button', { name: 'Get prompt' }).click();
  await main(app.page)
    .getByRole('heading', { name: /\d messages?/ })
    .waitFor();
  await expectGood(app.page, 'prompts');
});

test('notifications', async () => {
  await runTool(app.page, 'slow', { steps: '3', delayMs: '10' });
  await resultPane(app.page).getByRole('heading', { name: 'Completed' }).waitFor();
  await openTab(app.page, 'Notifications');
  await main(app.page).getByText('Step 3 of 3').waitFor();
  await expectGood(app.page, 'notifications');
});

test('server info', async () => {
  await openTab(app.page, 'Server info');
  await main(app.page).getByRole('heading', { name: 'Capabilities' }).waitFor();
  await expectGood(app.page, 'server-info');
});

test('inbox', async () => {
  await runTool(app.page, 'ask_name');
  await resultPane(app.page).getByRole('heading', { name: 'Waiting for you' }).waitFor();
  const inbox = app.page.getByRole('dialog', { name: 'Waiting for you' });
  if (!(await inbox.isVisible())) await app.page.keyboard.press('Control+I');
  await inbox.getByRole('button', { name: 'Answer' }).waitFor();
  await expectGood(app.page, 'inbox');
  await inbox.getByRole('button', { name: 'Answer' }).click();
  await inbox.waitFor({ state: 'detached' });
  const sheet = app.page.getByRole('region', { name: /asks for input/ });
  await sheet.getByText('What should the demo call you?').waitFor();
  await expectGood(app.page, 'inbox-form');
  await sheet.getByRole('button', { name: 'Decline' }).click();
  await resultPane(app.page).getByText('The person declined to give a name.').waitFor();
});

test('palette', async () => {
  await app.page.keyboard.press('Control+K');
  await app.page.getByRole('option').first().waitFor();
  await expectGood(app.page, 'palette');
  await app.page.keyboard.press('Escape');
});

test('tasks', async () => {
  await addServer(app.page, { text: nodeLine(fixture('modern')), name: 'fixture' });
  await choose(app.page, 'Tools', 'build');
  await runTool(app.page, 'build');
  await resultPane(app.page).getByRole('heading', { name: 'Completed' }).waitFor();
  await openTab(app.page, 'Tasks');
  await main(app.page).getByText('build').first().waitFor();
  await expectGood(app.page, 'tasks');
});

test('failure', async () => {
  const { page } = app;
  const cwd = writeWeatherServer();
  await addServer(page, { text: 'node dist/index.js --units metric', name: 'weather-dev', cwd });
  const cause = main(page).getByRole('region', { name: 'Likely cause: WEATHER_API_KEY is missing' });
  await cause.waitFor();
  await main(page).getByRole('button', { name: 'Retry' }).first().click();
  await main(page)
    .getByText(/^Attempt 2 of 2/)
    .waitFor({ state: 'attached' });
  const collapse = page.getByRole('button', { name: 'Collapse log dock' });
  if (await collapse.isVisible()) await collapse.click();
  await cause.getByLabel('WEATHER_API_KEY').focus();
  await expectGood(page, 'failure');
});
