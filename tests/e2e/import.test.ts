import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { serverBundle } from '../host/support/bundle-server.ts';
import { fixture } from '../servers/servers.ts';
import { type App, manageApps } from './support/app.ts';
import { findViolations } from './support/browser.ts';
import { connected, main, nodeLine, railRow, resultPane, review, runTool } from './support/driver.ts';

const apps = manageApps();
const server = fixture('legacy');
const node = process.execPath;
let app: App;

beforeEach(async () => {
  // Configs of whoever runs the tests stay out of it.
  const home = mkdtempSync(join(tmpdir(), 'wirebench-home-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  vi.stubEnv('HOME', home);
  app = await apps.open();
});

const field = (page: Page) => page.getByRole('textbox', { name: 'Command, URL or config' });
const addAndConnect = (page: Page) => review(page).getByRole('button', { name: /^Add and connect/ });

/** Pastes a text on the first run, checks what it is said to be, and opens the review. */
async function paste(page: Page, text: string, said: RegExp): Promise<void> {
  await field(page).fill(text);
  await page.locator('#start-found').getByText(said).first().waitFor();
  await page.getByRole('button', { name: 'Review and add' }).click();
  await review(page).getByTestId('exact-command').waitFor();
}

const entry = { command: node, args: [server] };
const config = (name: string, value: unknown) => JSON.stringify({ mcpServers: { [name]: value } }, null, 2);

const vscodeLink = `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: 'docs', ...entry }))}`;

test.each([
  ['a command line', nodeLine(server), /Command line/, undefined],
  ['a JSON config', config('docs', entry), /JSON config, 1 server/, 'docs'],
  ['a TOML config', `[mcp_servers.docs]\ncommand = '${node}'\nargs = ['${server}']\n`, /TOML config/, 'docs'],
  [
    'a YAML config',
    `mcpServers:\n  - name: docs\n    command: ${node}\n    args: ["${server}"]\n`,
    /YAML config/,
    'docs',
  ],
  ['a command of another client', `claude mcp add docs --env LEVEL=info -- ${nodeLine(server)}`, /docs/, 'docs'],
  ['a link of another client', vscodeLink, /docs/, 'docs'],
] as const)('%s pasted on the first run is reviewed, then connected', async (_kind, text, said, name) => {
  const { page } = app;
  await paste(page, text, said);
  const exact = await review(page).getByTestId('exact-command').textContent();
  expect(exact).toContain(node);
  expect(exact).toContain(server);
  if (name === undefined) await review(page).getByLabel('Name', { exact: true }).fill('docs');
  await addAndConnect(page).click();
  await connected(page, 'docs');
});

test('an address pasted on the first run is reviewed before anything is sent', async () => {
  const { page } = app;
  await field(page).fill('http://127.0.0.1:9/mcp');
  await page.locator('#start-found').getByText('Address of a remote server').waitFor();
  await page.keyboard.press('Enter');
  const address = review(page).getByRole('textbox', { name: 'This exact address will be called' });
  expect(await address.inputValue()).toBe('http://127.0.0.1:9/mcp');
  await review(page).getByRole('button', { name: 'Add without starting' }).click();
  await page.getByRole('link', { name: /Not connected/ }).waitFor();
});

test('a server.json pasted on the first run offers its package, and says what it may download', async () => {
  const { page } = app;
  const $schema = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json';
  const environmentVariables = [{ name: 'DOCS_KEY', description: 'Key of the docs', isRequired: true, isSecret: true }];
  const npm = { registryType: 'npm', identifier: 'docs-mcp', version: '1.2.3', transport: { type: 'stdio' } };
  const about = { $schema, name: 'io.github.x/docs', version: '1.2.3', description: 'Docs' };
  await paste(page, JSON.stringify({ ...about, packages: [{ ...npm, environmentVariables }] }, null, 2), /docs/);
  expect(await review(page).getByTestId('exact-command').textContent()).toContain('docs-mcp@1.2.3');
  await review(page)
    .getByText(/May download a package from npm/)
    .waitFor();
  await review(page).getByRole('region', { name: 'What this server needs' }).waitFor();
  expect(await addAndConnect(page).isDisabled()).toBe(true);
});

test('[SEC-01] other clients on this computer are offered; their servers are chosen, and one is in the list already', async () => {
  const { page } = app;
  const cursor = join(process.env.HOME ?? '', '.cursor');
  mkdirSync(cursor);
  const servers = { docs: entry, other: { command: node, args: [server, '--other'], foo: 1 }, bad: {} };
  writeFileSync(join(cursor, 'mcp.json'), JSON.stringify({ mcpServers: servers }, null, 2));
  await paste(page, config('docs', entry), /JSON config/);
  await review(page).getByRole('button', { name: 'Add without starting' }).click();
  await page.getByRole('link', { name: /^docs, Not connected/ }).waitFor();
  await page.getByRole('button', { name: 'Add server' }).first().click();
  const dialog = review(page);
  await dialog.getByRole('button', { name: 'File', exact: true }).click();
  await dialog.getByRole('button', { name: 'Choose from Cursor' }).click();
  await dialog.getByRole('checkbox', { name: 'Add other' }).waitFor();
  await dialog.getByText('already added').waitFor();
  await dialog.getByRole('button', { name: 'Correct bad' }).click();
  await dialog.locator('.monaco-editor .view-line').getByText('"bad"').waitFor();
  await dialog.getByRole('button', { name: 'Add without starting' }).click();
  await page.getByRole('link', { name: /^other, Not connected/ }).waitFor();
});

test('[SEC-01] a VS Code config asks for its inputs, and connects when they are answered', async () => {
  const { page } = app;
  const inputs = [
    { type: 'promptString', id: 'key', description: 'API key of the docs', password: true },
    { type: 'pickString', id: 'mode', description: 'How', options: ['fast', 'slow'], default: 'fast' },
  ];
  const given = { args: [server, ['$', '{input:mode}'].join('')], env: { DOCS_KEY: ['$', '{input:key}'].join('') } };
  const text = JSON.stringify({ inputs, servers: { docs: { type: 'stdio', command: node, ...given } } });
  await paste(page, text, /JSON config, 1 server/);
  expect(await addAndConnect(page).isDisabled()).toBe(true);
  const form = review(page).getByRole('region', { name: 'What this server needs' });
  await form.locator('input[type=password]').fill('a-very-secret-value');
  await form.getByRole('combobox').selectOption('slow');
  await review(page).getByTestId('exact-command').getByText('slow').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await addAndConnect(page).click();
  await connected(page, 'docs');
  await page.getByRole('button', { name: 'More server actions' }).click();
  await page.getByRole('menuitem', { name: 'Edit server' }).click();
  await main(page).getByText('Kept as a secret').waitFor();
});

test('[SEC-01] a file is added without starting first; a bad entry is shown where it stands and does not hide the good one', async () => {
  const { page, folder } = app;
  const path = join(folder.root, 'team.json');
  writeFileSync(path, JSON.stringify({ mcpServers: { good: entry, shop: { args: 3 } } }, null, 2));
  await page.getByLabel('Config file or bundle').setInputFiles(path);
  const dialog = review(page);
  await dialog.getByText('From the file team.json').waitFor();
  await dialog.getByRole('button', { name: 'Correct shop' }).click();
  await dialog.locator('.monaco-editor .view-line').getByText('"shop"').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: /^Add without starting/ }).click();
  await page.getByRole('link', { name: /^good, Not connected/ }).waitFor();
});

test('[SEC-01] a bundle is shown with what it says of itself, asks, and is unpacked and started only when it is added', async () => {
  const { page, folder } = app;
  const path = join(folder.root, 'bundled.mcpb');
  writeFileSync(path, serverBundle());
  await page.getByLabel('Config file or bundle').setInputFiles(path);
  const dialog = review(page);
  await dialog.getByText('From the file bundled.mcpb').waitFor();
  await dialog.getByText('Unpacked to').waitFor();
  await dialog.getByText('Ada').first().waitFor();
  expect(existsSync(join(folder.dataDir, 'mcpb'))).toBe(false);
  const form = dialog.getByRole('region', { name: 'What this server needs' });
  await form.getByLabel(/^Folders/).fill(folder.root);
  await form.locator('input[type=password]').fill('a-very-secret-key');
  await dialog.getByTestId('exact-command').getByText('--level=3').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: /^Add and connect/ }).click();
  await connected(page, 'bundled');
  await runTool(page, 'started');
  await resultPane(page).getByRole('heading', { name: 'Completed' }).waitFor();
});

test('a link in the address opens the review and nothing else', async () => {
  const { page, served } = app;
  await field(page).waitFor();
  await page.goto(`${served.origin}/#add=${encodeURIComponent(nodeLine(server))}`);
  const dialog = review(page);
  await dialog.getByText('From a link').waitFor();
  expect(new URL(page.url()).hash).toBe('');
  expect(await page.getByRole('navigation', { name: 'Servers' }).getByRole('link').count()).toBe(0);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
});

test('a server opens when it is chosen, is edited on a page of its own, written for another client, and brought back after Remove', async () => {
  const { page } = app;
  await paste(page, config('docs', entry), /JSON config/);
  await review(page).getByRole('button', { name: 'Add without starting' }).click();
  await page.getByRole('link', { name: /^docs, Not connected/ }).click();
  await connected(page, 'docs');
  await page.getByRole('button', { name: 'More server actions' }).click();
  await page.getByRole('menuitem', { name: 'Edit server' }).click();
  const edit = page.getByRole('main', { name: 'Edit docs' });
  await edit.getByRole('button', { name: 'Add a variable' }).click();
  await edit.getByLabel('Name of the variable').fill('LEVEL');
  await edit.getByLabel('Value of LEVEL').fill('debug');
  await edit.getByRole('region', { name: 'What changed' }).getByText('LEVEL').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await edit.getByRole('button', { name: /^Save and restart/ }).click();
  await connected(page, 'docs');
  await page.getByRole('button', { name: 'More server actions' }).click();
  await page.getByRole('menuitem', { name: 'Edit server' }).click();
  await edit.getByRole('button', { name: 'Show as JSON' }).click();
  await page.getByRole('dialog').getByText('"LEVEL"').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  await edit.getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByRole('button', { name: 'More server actions' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('heading', { level: 1, name: 'Connect an MCP server' }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await railRow(page, 'docs').waitFor();
});
