import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { casesDir } from '../../cases/cases.ts';
import { addServer, connected, nodeLine, railRow } from './driver.ts';

/** Adds the server of a case under the case's name, or another, and opens it. */
export async function startCase(page: Page, id: string, ...args: string[]): Promise<void> {
  const name = [id, ...args].join('-');
  await addServer(page, { text: nodeLine(join(casesDir, 'servers', `${id}.mjs`), ...args), name });
  await connected(page, name);
  await railRow(page, name).click();
}
