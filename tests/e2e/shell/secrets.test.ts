import { execFile } from 'node:child_process';
import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { fixture } from '../../servers/servers.ts';
import { createRunFolder, projectFolder, type RunFolder, watchPage } from '../support/app.ts';
import { connected, nodeLine, railRow, reviewServer } from '../support/driver.ts';
import { processesAlive } from '../support/processes.ts';
import { launchShell, quitShell, type Shell } from '../support/shell.ts';

const VALUE = 'tok-1f7a-of-the-desktop';
const folders: RunFolder[] = [];
const running: Shell[] = [];

afterEach(async () => {
  for (const shell of running.splice(0)) expect(await quitShell(shell, 15_000), 'the app quits').toBe(0);
  for (const { marker } of folders) await expect.poll(() => processesAlive(marker), { timeout: 5000 }).toEqual([]);
  for (const { root } of folders.splice(0)) rmSync(root, { recursive: true, force: true });
});

async function open(folder: RunFolder, env: Record<string, string> = {}) {
  const shell = await launchShell({ args: ['--data-dir', folder.dataDir], env: { TMPDIR: folder.marker, ...env } });
  running.push(shell);
  const page = await shell.app.firstWindow();
  const problems: string[] = [];
  watchPage(page, problems);
  await page.getByRole('navigation', { name: 'Servers' }).waitFor();
  return { shell, page, problems };
}

async function quit(shell: Shell): Promise<void> {
  running.splice(running.indexOf(shell), 1);
  expect(await quitShell(shell, 15_000)).toBe(0);
}

/** Adds a server whose variable is moved out of the settings, as a person does. */
async function addWithSecret(page: Page): Promise<void> {
  const text = `TOKEN=${VALUE} ${nodeLine(fixture('legacy'))}`;
  const dialog = await reviewServer(page, { text, name: 'with a secret' });
  await dialog.getByRole('button', { name: /^Move to/ }).click();
  await dialog.getByRole('button', { name: 'Add and connect' }).click();
  await connected(page, 'with a secret');
}

function newFolder(): RunFolder {
  const folder = createRunFolder();
  folders.push(folder);
  return folder;
}

const fileOf = ({ dataDir }: RunFolder) => join(dataDir, 'secrets.json');
const entriesOf = (folder: RunFolder): unknown[] =>
  Object.values(JSON.parse(readFileSync(fileOf(folder), 'utf8')).secrets);

/** The built command line on the same folder. */
function commandLine(folder: RunFolder, ...args: string[]): Promise<{ code: number; output: string }> {
  const cli = join(projectFolder, 'out', 'main', 'cli.js');
  const env = { ...process.env, WIREBENCH_DATA: folder.dataDir, WIREBENCH_SECRETS: 'file' };
  return new Promise((resolve) => {
    execFile(process.execPath, [cli, ...args], { env, timeout: 30_000 }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    );
  });
}

test('[SEC-12] the desktop encrypts secrets with safeStorage, reads them after a restart, and only there', async () => {
  const folder = newFolder();
  const first = await open(folder);
  await addWithSecret(first.page);
  expect(first.problems).toEqual([]);
  await quit(first.shell);
  expect(entriesOf(folder)).toEqual([{ in: 'keychain', data: expect.stringMatching(/^[\w+/]+=*$/) }]);
  expect(readFileSync(fileOf(folder), 'utf8')).not.toContain(VALUE);
  expect(readFileSync(join(folder.dataDir, 'servers.json'), 'utf8')).not.toContain(VALUE);
  expect(statSync(fileOf(folder)).mode & 0o777).toBe(0o600);

  const second = await open(folder);
  // It connects when it is opened.
  await railRow(second.page, 'with a secret').click();
  await connected(second.page, 'with a secret');
  await quit(second.shell);

  const elsewhere = await commandLine(folder, 'ping', '--server', 'with a secret');
  expect(elsewhere.code).not.toBe(0);
  expect(elsewhere.output).toContain('It is kept in the keychain of the desktop app');
  expect(elsewhere.output).not.toContain(VALUE);
});

test('a desktop without a keyring keeps secrets in the file, and every shell finds them', async () => {
  const folder = newFolder();
  const { page, shell } = await open(folder, { ELECTRON_STANDIN_KEYRING: 'none' });
  await addWithSecret(page);
  await quit(shell);
  expect(entriesOf(folder)).toEqual([VALUE]);
  expect(statSync(fileOf(folder)).mode & 0o777).toBe(0o600);
  expect(await commandLine(folder, 'ping', '--server', 'with a secret')).toMatchObject({ code: 0 });
});
