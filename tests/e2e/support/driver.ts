import type { Locator, Page } from 'playwright-core';

/** What a person does on the page, in the words they see. */

export const main = (page: Page): Locator => page.getByRole('main');
export const dock = (page: Page): Locator => page.getByRole('region', { name: 'Logs' });
export const review = (page: Page): Locator => page.getByRole('dialog');

/** A server's row in the rail; its name tells its status. */
export const railRow = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: 'Servers' }).getByRole('link', { name: new RegExp(`^${name},`) });

/** A path or argument as it may stand in a pasted command line. */
export const quoted = (text: string): string => `"${text.replaceAll(/["\\]/g, '\\$&')}"`;

/** The command line that runs these arguments with the Node of the tests. */
export const nodeLine = (...args: string[]): string => [process.execPath, ...args].map(quoted).join(' ');

export async function openTab(page: Page, title: string): Promise<void> {
  const tab = page.getByRole('tablist', { name: 'Server workspace' }).getByRole('tab', { name: title });
  await tab.click();
  await tab.and(page.locator('[aria-selected="true"]')).waitFor();
}

export async function startDemo(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Start the demo' }).click();
  await connected(page, 'demo');
}

/** Waits until the rail says that the server is connected. */
export async function connected(page: Page, name: string, limit = 20_000): Promise<void> {
  await page.getByRole('link', { name: new RegExp(`^${name}, Connected`) }).waitFor({ timeout: limit });
}

export interface NewServer {
  /** Command line or address. */
  text: string;
  name: string;
  kind?: 'Command' | 'URL';
  cwd?: string;
  /** A choice of the field Protocol. */
  protocol?: string;
  /** Only added when false. */
  start?: boolean;
}

/** Pastes a text into the review and fills in the rest; the dialog stays open. */
export async function reviewServer(page: Page, server: NewServer): Promise<Locator> {
  await page.getByRole('button', { name: 'Add server' }).first().click();
  const dialog = review(page);
  await dialog.getByRole('button', { name: server.kind ?? 'Command' }).click();
  await dialog.getByRole('textbox', { name: server.kind === 'URL' ? 'Address' : 'Command line' }).fill(server.text);
  await dialog.getByLabel('Name', { exact: true }).fill(server.name);
  if (server.cwd !== undefined) await dialog.getByLabel('Working folder', { exact: true }).fill(server.cwd);
  if (server.protocol !== undefined) await dialog.getByLabel('Protocol', { exact: true }).selectOption(server.protocol);
  return dialog;
}

/** Adds a server through the review, as a person does. */
export async function addServer(page: Page, server: NewServer): Promise<void> {
  const dialog = await reviewServer(page, server);
  await dialog
    .getByRole('button', { name: server.start === false ? 'Add without starting' : 'Add and connect' })
    .click();
  await dialog.waitFor({ state: 'detached' });
  await railRow(page, server.name).waitFor();
}

/** Text of the lines in the dock, the tab named. */
export async function dockLines(page: Page, tab: 'stderr' | 'Client log' | 'Wire' | 'HTTP'): Promise<Locator> {
  await dock(page).getByRole('tab', { name: tab }).click();
  return dock(page).getByRole('tabpanel');
}

export const resultPane = (page: Page): Locator => main(page).getByRole('region', { name: 'Result' });

/** Chooses an item of the list at the left of Tools, Resources or Prompts. */
export async function choose(page: Page, list: 'Tools' | 'Resources' | 'Prompts', name: string): Promise<void> {
  await openTab(page, list);
  // Each group of a list is a listbox of its own.
  const rows = main(page).getByRole('region', { name: list, exact: true }).getByRole('option');
  await rows.filter({ has: page.getByText(name, { exact: true }) }).click();
}

/** Chooses a tool, types its arguments into the form and runs it. Does not wait for the result. */
export async function runTool(page: Page, name: string, args: Record<string, string> = {}): Promise<void> {
  await choose(page, 'Tools', name);
  await main(page).getByRole('heading', { name, exact: true }).waitFor();
  for (const [argument, value] of Object.entries(args))
    await main(page).getByLabel(argument, { exact: true }).fill(value);
  await main(page).getByRole('button', { name: 'Run tool' }).click();
}

/** Rows of the open Traffic tab, as its foot tells. */
export async function trafficCount(page: Page): Promise<number> {
  const text = await main(page)
    .getByText(/^[\d,]+ of [\d,]+ rows?$/)
    .textContent();
  return Number(((text ?? '').split(' ')[0] ?? '').replaceAll(',', ''));
}
