import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { RunFolder } from './app.ts';
import { main, resultPane, runTool } from './driver.ts';

/** A message as it lies in the log of a session. */
export interface WireMessage {
  dir: 'in' | 'out';
  id?: string | number;
  method?: string;
  // biome-ignore lint/suspicious/noExplicitAny: the tests read any member of a message
  params?: any;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  result?: any;
  error?: { code: number; message: string };
}

/** What a server asked and what went back, in whichever way the era has. */
export interface AskOnWire {
  method: string;
  // biome-ignore lint/suspicious/noExplicitAny: the tests read any member of a message
  params: any;
  // biome-ignore lint/suspicious/noExplicitAny: undefined when nothing was sent back
  answer: any;
}

/** Every message of the newest session of a server, from its log in the data folder. */
export function wireOf({ dataDir }: RunFolder, server: string): WireMessage[] {
  const root = join(dataDir, 'sessions');
  const folders = readdirSync(root).toSorted();
  const folder = folders.findLast((one) => {
    const { config } = JSON.parse(readFileSync(join(root, one, 'session.json'), 'utf8'));
    return config.name === server;
  });
  if (folder === undefined) throw new Error(`There is no log of ${server}.`);
  const lines = readFileSync(join(root, folder, 'wire-00001.jsonl'), 'utf8').split('\n');
  return lines
    .flatMap((line) => (line.startsWith('{') && line.endsWith('}') ? [JSON.parse(line)] : []))
    .filter(({ k }) => k === 'frame')
    .map(({ dir, text }) => ({ dir, ...JSON.parse(text) }));
}

/** All asks on the wire, in order: requests of the server, or input requests and the call that answers them. */
export function asksIn(wire: readonly WireMessage[]): AskOnWire[] {
  return wire.flatMap((message, at): AskOnWire[] => {
    if (message.dir !== 'in') return [];
    const { method, id, params, result } = message;
    if (method !== undefined && id !== undefined) {
      const reply = wire.find((one) => one.dir === 'out' && one.id === id && one.method === undefined);
      return [{ method, params, answer: reply?.result ?? reply?.error }];
    }
    if (result?.resultType !== 'input_required') return [];
    const retry = wire
      .slice(at)
      .find(({ dir, params: sent }) => dir === 'out' && sent?.requestState === result.requestState);
    return Object.entries(result.inputRequests as Record<string, { method: string; params: unknown }>).map(
      ([key, request]) => ({ ...request, answer: retry?.params.inputResponses?.[key] }),
    );
  });
}

/** Waits until the newest ask on the wire passes; the log is a tenth of a second behind. */
export async function lastAsk(folder: RunFolder, server: string, expected: object): Promise<void> {
  await expect.poll(() => asksIn(wireOf(folder, server)).at(-1), { timeout: 10_000 }).toMatchObject(expected);
}

export const inbox = (page: Page): Locator => page.getByRole('dialog', { name: 'Waiting for you' });

/** The consent before a page is opened; it lies above the inbox. */
export const consent = (page: Page): Locator => page.getByRole('alertdialog');

/** Opens the page of a question of the demo server, presses Done on it where that is wanted, and closes its tab. */
export async function openInBrowser(page: Page, done = true): Promise<void> {
  const opened = page.context().waitForEvent('page');
  await consent(page).getByRole('link', { name: 'Open in browser' }).click();
  const tab = await opened;
  const button = tab.getByRole('button', { name: 'Done' });
  if (done) {
    await button.click();
    await tab.getByRole('heading', { name: 'Done' }).waitFor();
  } else await button.waitFor();
  await tab.close();
}

/** Opens the inbox when it is not open. */
export async function openInbox(page: Page): Promise<Locator> {
  const box = inbox(page);
  if (!(await box.isVisible())) await page.getByRole('button', { name: /^Inbox/ }).click();
  await box.waitFor();
  return box;
}

/** Closes the inbox when it is open; a question above it hides it. */
export async function closeInbox(page: Page): Promise<void> {
  await consent(page).waitFor({ state: 'detached' });
  // In one step: after the last reply it closes by itself, and a press would open it again.
  await page.evaluate(() => document.querySelector<HTMLElement>('[data-inbox-toggle][aria-expanded="true"]')?.click());
  await inbox(page).waitFor({ state: 'detached' });
}

/** The sheet of what the call on screen asks, in the place of its arguments. */
export const sheet = (page: Page): Locator =>
  main(page).getByRole('region', { name: /(asks for (input|a model reply)|wants to open a web page)$/ });

/** Runs a tool that asks, and waits for the sheet of its ask. */
export async function runAndOpen(page: Page, tool: string, args: Record<string, string> = {}): Promise<Locator> {
  await runTool(page, tool, args);
  await sheet(page).waitFor();
  return sheet(page);
}

/** Waits for a text in the result. */
export async function resultSays(page: Page, text: string | RegExp): Promise<void> {
  await resultPane(page).getByText(text).first().waitFor();
}
