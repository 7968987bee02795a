import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openLogSource } from '#host/exchange-formats/log/open-log-source.ts';
import { exportToFile } from '#host/log-exports.ts';
import { projectFolder } from './support/app.ts';
import { launchBrowser } from './support/browser.ts';

interface Entry {
  request: {
    method: string;
    url: string;
    headers: { name: string; value: string }[];
    postData?: { text: string };
  };
  response: { status: number; content: { text?: string } };
}

/** Headers that a page may not set. */
const OWN = /^(?:host|user-agent|content-length|connection|accept-encoding)$/i;

let browser: Browser;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'wirebench-har-'));
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The HAR of a recorded session, as the app exports it. */
async function harOf(trace: string): Promise<{ path: string; entries: Entry[] }> {
  const dir = join(folder, trace);
  mkdirSync(dir);
  writeFileSync(join(dir, 'wire-00001.jsonl'), readFileSync(join(projectFolder, 'tests', 'traces', `${trace}.jsonl`)));
  const source = await openLogSource(dir);
  const path = join(folder, `${trace}.har`);
  await exportToFile(source, 'har', path);
  source.log.dispose();
  const { log } = JSON.parse(readFileSync(path, 'utf8')) as { log: { entries: Entry[] } }; // a HAR, by its schema test
  return { path, entries: log.entries };
}

describe('an exported HAR', () => {
  test.each(['legacy-http', 'legacy-http-json', 'modern-http', 'old-http-sse'])(
    'of %s: a browser replays each HTTP exchange of it',
    async (trace) => {
      const { path, entries } = await harOf(trace);
      const context = await browser.newContext();
      try {
        const origin = new URL(entries[0]?.request.url ?? '').origin;
        const page = await context.newPage();
        // Nothing listens there: what is answered comes from the HAR.
        await page.routeFromHAR(path, { notFound: 'abort' });
        await page.route(`${origin}/start`, (route) => route.fulfill({ contentType: 'text/html', body: '<p>start' }));
        await page.goto(`${origin}/start`);
        const answered = entries.filter(({ response }) => response.status !== 0);
        expect(answered.length).toBeGreaterThan(3);
        for (const { request, response } of answered) {
          const headers = request.headers.filter(({ name }) => !OWN.test(name)).map(({ name, value }) => [name, value]);
          const got = await page.evaluate(
            async ({ url, method, body, pairs }) => {
              const answer = await fetch(url, { method, headers: pairs as [string, string][], body });
              return { status: answer.status, text: await answer.text() };
            },
            { url: request.url, method: request.method, body: request.postData?.text ?? null, pairs: headers },
          );
          expect(got).toEqual({ status: response.status, text: response.content.text ?? '' });
        }
      } finally {
        await context.close();
      }
    },
  );
});
