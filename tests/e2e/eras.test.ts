import { beforeAll, describe, expect, test } from 'vitest';
import { type App, cliEntry, manageApps } from './support/app.ts';
import { addServer, connected, main, nodeLine, resultPane, reviewServer, runTool } from './support/driver.ts';

const apps = manageApps('file');
const CHIPS = { legacy: 'Legacy, 2025-11-25', modern: 'Modern, 2026-07-28' } as const;
type Era = keyof typeof CHIPS;
let app: App;
beforeAll(async () => {
  app = await apps.open();
});

async function echoes(name: string, era: Era): Promise<void> {
  const { page } = app;
  await connected(page, name);
  await main(page).getByRole('button', { name: CHIPS[era] }).waitFor();
  await runTool(page, 'echo', { text: `said by ${name}` });
  await resultPane(page).getByText(`said by ${name}`).waitFor();
}

/** Runs the tool that asks for a name and answers its form, which stands in the place of the arguments. */
async function answersForm(): Promise<void> {
  const { page } = app;
  await runTool(page, 'ask_name');
  await resultPane(page).getByRole('heading', { name: 'Waiting for you' }).waitFor();
  const sheet = page.getByRole('region', { name: /asks for input/ });
  await sheet.getByText('What should the demo call you?').waitFor();
  await sheet.getByRole('button', { name: 'Accept and send' }).click();
  await sheet
    .getByText(/required|empty|characters/i)
    .first()
    .waitFor();
  await sheet.getByLabel('Name').first().fill('Ada');
  await sheet.getByRole('button', { name: 'Accept and send' }).click();
  await resultPane(page).getByText('Hello, Ada.').waitFor();
  const inbox = page.getByRole('dialog', { name: 'Waiting for you' });
  await page.keyboard.press('Control+I');
  await inbox.getByRole('region', { name: 'Answered' }).waitFor();
  await page.keyboard.press('Control+I');
  await inbox.waitFor({ state: 'detached' });
}

describe.each<Era>(['legacy', 'modern'])('the demo server in the %s era', (era) => {
  test('over stdio', async () => {
    await addServer(app.page, { text: nodeLine(cliEntry, 'demo-server', '--era', era), name: `${era} stdio` });
    await echoes(`${era} stdio`, era);
    await answersForm();
  });

  test('over HTTP, its address pasted', async () => {
    const demo = await apps.companion([cliEntry, 'demo-server', '--http', '0', '--era', era]);
    expect(demo.line).toMatch(/^http:\/\/127\.0\.0\.1:\d+\//);
    await addServer(app.page, { kind: 'URL', text: demo.line, name: `${era} http` });
    await echoes(`${era} http`, era);
    await answersForm();
  });
});

test('a server that offers both is asked in the era that was chosen', async () => {
  const text = nodeLine(cliEntry, 'demo-server');
  await addServer(app.page, { text, name: 'both, newest', protocol: 'Detect, newest first' });
  await echoes('both, newest', 'modern');
  // The same command is in the list already, so a second entry has to be asked for.
  const dialog = await reviewServer(app.page, { text, name: 'both, legacy', protocol: 'Legacy only' });
  await dialog.getByText('already added').waitFor();
  await dialog.getByRole('checkbox', { name: 'Add both, legacy' }).check();
  await dialog.getByRole('button', { name: 'Add and connect' }).click();
  await echoes('both, legacy', 'legacy');
});
