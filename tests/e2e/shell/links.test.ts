import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import type { ElectronModule } from '../../electron/create-electron.ts';
import { createRunFolder, projectFolder, type RunFolder } from '../support/app.ts';
import { processesAlive } from '../support/processes.ts';
import { findEngine, launchShell, quitShell, type Shell } from '../support/shell.ts';

const { engine, path } = findEngine();
const folders: RunFolder[] = [];
const running: Shell[] = [];

/** A link as a web page would have it. `name` must not be in the list afterwards. */
function link(name: string): string {
  const config = { command: process.execPath, args: ['-e', `require('fs').writeFileSync('/nowhere/${name}', '')`] };
  return `wirebench://add?name=${name}&config=${encodeURIComponent(JSON.stringify(config))}`;
}

/** What the stand-in was asked to register. */
function registered(shell: Shell): Promise<unknown[][]> {
  return shell.app.evaluate((electron) => {
    // Only on the stand-in, whose module has the controls.
    const { standIn } = electron as unknown as ElectronModule;
    return standIn.calls.filter(([call]) => call === 'app.setAsDefaultProtocolClient');
  });
}

async function open(...args: string[]) {
  const folder = createRunFolder();
  folders.push(folder);
  const shell = await launchShell({
    args: ['--data-dir', folder.dataDir, ...args],
    env: { TMPDIR: folder.marker },
  });
  running.push(shell);
  const page = await shell.app.firstWindow();
  return { shell, page, folder };
}

afterEach(async () => {
  for (const shell of running.splice(0)) expect(await quitShell(shell, 15_000), 'the app quits').toBe(0);
  for (const { marker } of folders) await expect.poll(() => processesAlive(marker), { timeout: 5000 }).toEqual([]);
  for (const { root } of folders.splice(0)) rmSync(root, { recursive: true, force: true, maxRetries: 5 });
});

test('a link of the start, of a second start and of macOS each open the review, and nothing is added or started', async () => {
  const { shell, page, folder } = await open(link('first'));
  const review = page.getByRole('dialog');
  await review.getByText('first', { exact: true }).first().waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await review.waitFor({ state: 'detached' });

  const args = ['--no-sandbox', projectFolder, '--data-dir', folder.dataDir, link('second')];
  const second = spawn(path, args, { stdio: 'ignore', env: { ...process.env, TMPDIR: folder.marker } });
  expect(await new Promise((resolve) => second.once('exit', resolve))).toBe(0);
  await review.getByText('second', { exact: true }).first().waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await review.waitFor({ state: 'detached' });

  await shell.app.evaluate(
    ({ app }, url) => void app.emit('open-url', { preventDefault: () => undefined }, url),
    link('third'),
  );
  await review.getByText('third', { exact: true }).first().waitFor();
  expect(await page.evaluate(() => location.hash)).toBe('');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await review.waitFor({ state: 'detached' });
  expect(
    await page
      .getByRole('navigation', { name: 'Servers' })
      .getByText(/first|second|third/)
      .count(),
  ).toBe(0);
  // A run on a folder of its own does not take the links of the system.
  if (engine === 'stand-in') expect(await registered(shell)).toEqual([]);
});

test.runIf(engine === 'stand-in')('the usual run tells the system that it opens our links', async () => {
  const folder = createRunFolder();
  folders.push(folder);
  const shell = await launchShell({ env: { TMPDIR: folder.marker, WIREBENCH_DATA: folder.dataDir } });
  running.push(shell);
  const page = await shell.app.firstWindow();
  await page.getByRole('navigation', { name: 'Servers' }).waitFor();
  expect(await registered(shell)).toEqual([
    ['app.setAsDefaultProtocolClient', 'wirebench', expect.any(String), [projectFolder]],
  ]);
});
