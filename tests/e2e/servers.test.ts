import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { type App, manageApps, projectFolder } from './support/app.ts';
import {
  addServer,
  choose,
  connected,
  dock,
  dockLines,
  main,
  nodeLine,
  openTab,
  railRow,
  resultPane,
  runTool,
  startDemo,
  trafficCount,
} from './support/driver.ts';

const apps = manageApps();
const everything = join(projectFolder, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js');
const exchanges = (page: Page) => main(page).getByRole('treegrid', { name: 'Exchanges' });

async function addEverything(app: App): Promise<void> {
  await addServer(app.page, { text: nodeLine(everything, 'stdio'), name: 'everything' });
  await connected(app.page, 'everything');
}

async function pidOf(page: Page): Promise<number> {
  const facts = await main(page)
    .getByText(/pid \d+/)
    .first()
    .textContent();
  return Number(/pid (\d+)/.exec(facts ?? '')?.[1]);
}

test('the reference server: tools, resources, prompts, logs and traffic, over a reload, until it is killed', async () => {
  const app = await apps.open();
  const { page } = app;
  await addEverything(app);
  await main(page)
    .getByRole('button', { name: /^Legacy, 2025-/ })
    .waitFor();

  await runTool(page, 'echo', { message: 'an echo' });
  await resultPane(page).getByText('Echo: an echo').waitFor();
  await runTool(page, 'get-sum', { a: '19', b: '23' });
  await resultPane(page)
    .getByText(/19 and 23 is 42/)
    .waitFor();

  await openTab(page, 'Resources');
  await main(page).getByRole('region', { name: 'Resources', exact: true }).getByRole('option').first().click();
  await main(page).getByRole('tab', { name: 'Raw' }).waitFor();

  await choose(page, 'Prompts', 'simple-prompt');
  await main(page).getByRole('button', { name: 'Get prompt' }).click();
  await main(page).getByRole('heading', { name: '1 message' }).waitFor();

  await (await dockLines(page, 'stderr')).getByText(/Starting default \(STDIO\) server/i).waitFor();

  await openTab(page, 'Traffic');
  await exchanges(page).getByText('prompts/get').click();
  const inspector = page.getByRole('complementary', { name: 'Inspector' });
  await inspector.getByRole('heading', { name: 'prompts/get' }).waitFor();
  await inspector.getByRole('tab', { name: 'Raw' }).click();
  await inspector.getByText('"method":"prompts/get"').waitFor();
  const seen = await trafficCount(page);

  await page.reload();
  await connected(page, 'everything');
  await openTab(page, 'Traffic');
  await expect.poll(() => trafficCount(page)).toBeGreaterThanOrEqual(seen);
  await exchanges(page).getByText('prompts/get').waitFor();
  await dock(page)
    .getByText(/Starting default \(STDIO\) server/i)
    .waitFor();

  process.kill(await pidOf(page), 'SIGKILL');
  await page.getByRole('link', { name: /^everything, .*SIGKILL/ }).waitFor();
  await openTab(page, 'Diagnosis');
  await main(page)
    .getByText(/It was connected\. The program ended with signal SIGKILL/)
    .waitFor();
  await main(page)
    .getByRole('region', { name: 'Last output on stderr' })
    .getByText(/Starting default \(STDIO\) server/i)
    .waitFor();
  await main(page).getByRole('button', { name: 'Retry' }).first().click();
  await connected(page, 'everything');
});

test('the same server through npx, found in the working folder', async () => {
  const { page } = await apps.open();
  await addServer(page, {
    text: 'npx -y @modelcontextprotocol/server-everything stdio',
    name: 'npx',
    cwd: projectFolder,
  });
  await connected(page, 'npx', 40_000);
  await runTool(page, 'echo', { message: 'through npx' });
  await resultPane(page).getByText('Echo: through npx').waitFor();
});

test('several servers at once keep apart, and a second start offers them again', async () => {
  const app = await apps.open();
  await startDemo(app.page);
  await addEverything(app);
  await addServer(app.page, { text: nodeLine('--version'), name: 'later', start: false });
  const { page } = app;
  await railRow(page, 'everything').click();
  await runTool(page, 'echo', { message: 'for the second' });
  await resultPane(page).getByText('Echo: for the second').waitFor();
  await railRow(page, 'demo').click();
  await runTool(page, 'echo', { text: 'for the first' });
  await resultPane(page).getByText('for the first').waitFor();
  await openTab(page, 'Traffic');
  await exchanges(page).getByText('tools/call').waitFor();
  await railRow(page, 'everything').click();
  await openTab(page, 'Traffic');
  await exchanges(page).getByText('tools/call').waitFor();
  await main(page).getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('link', { name: /^everything, Not connected/ }).waitFor();
  await connected(page, 'demo');

  await app.restart();
  for (const name of ['demo', 'everything', 'later'])
    await app.page.getByRole('link', { name: new RegExp(`^${name}, Not connected`) }).waitFor();
  await railRow(app.page, 'everything').click();
  await connected(app.page, 'everything');
});

test('a server can be edited and removed', async () => {
  const { page } = await apps.open();
  await addServer(page, { text: nodeLine('--version'), name: 'mistake' });
  await main(page).getByRole('button', { name: 'Edit server' }).first().click();
  const editor = page.getByRole('main', { name: 'Edit mistake' });
  await editor.getByLabel('Arguments').fill(`${everything}\nstdio`);
  await editor.getByLabel('Name', { exact: true }).fill('repaired');
  await editor.getByRole('button', { name: 'Save and connect' }).click();
  await connected(page, 'repaired');
  await page.getByRole('button', { name: 'More server actions' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog'))
    .getByRole('button', { name: /^Remove/ })
    .click();
  await page.getByRole('heading', { level: 1, name: 'Connect an MCP server' }).waitFor();
  expect(await page.getByRole('navigation', { name: 'Servers' }).getByRole('link').count()).toBe(0);
});
