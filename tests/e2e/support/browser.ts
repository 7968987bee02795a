import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AxeResults, Result } from 'axe-core';
import { type Browser, chromium, type Page } from 'playwright-core';
import { findChromium } from './find-chromium.ts';

const projectFolder = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
const screenshotFolder = join(projectFolder, 'docs', 'screenshots');
const accessibilityTags = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];

export type Theme = 'light' | 'dark';

/** One failed accessibility rule: its id, how bad it is, and where. */
export interface Violation {
  rule: string;
  impact: string;
  help: string;
  /** CSS selectors of the elements, at most ten. */
  where: string[];
}

/** Starts a headless Chromium. The caller closes it. */
export function launchBrowser(): Promise<Browser> {
  const found = findChromium();
  return chromium.launch({
    executablePath: found.path,
    // Tests may run as root, and they open only our own pages.
    args: ['--no-sandbox'],
    env: { ...process.env, ...found.env },
    timeout: 30_000,
  });
}

/** Writes `docs/screenshots/<name>-<theme>.png` at 1440 x 900 and returns its path. The page must follow the system's theme. */
export async function lookAt(page: Page, name: string, theme: Theme = 'dark'): Promise<string> {
  mkdirSync(screenshotFolder, { recursive: true });
  const path = join(screenshotFolder, `${name}-${theme}.png`);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  // Two frames: one for the theme's listener, one for the paint after it.
  await page.evaluate(() =>
    document.fonts.ready.then(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))),
  );
  await page.screenshot({ path, animations: 'disabled', caret: 'hide', timeout: 15_000 });
  return path;
}

const describe = (result: Result): Violation => ({
  rule: result.id,
  impact: result.impact ?? 'unknown',
  help: result.help,
  where: result.nodes.slice(0, 10).map((node) => node.target.join(' ')),
});

/** Runs axe-core's WCAG A and AA rules over the page, or over the part that `selector` names. */
export async function findViolations(page: Page, selector?: string): Promise<Violation[]> {
  // An evaluation by the debugger is not subject to the page's content policy, a script element would be.
  const loaded = await page.evaluate(() => 'axe' in globalThis);
  if (!loaded) await page.evaluate(axeSource());
  const results = await page.evaluate(
    ({ tags, part }) => {
      // axe-core defines this global when its source is evaluated.
      const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
      return axe.run(part ?? document, { runOnly: { type: 'tag', values: tags } }) as Promise<AxeResults>;
    },
    { tags: accessibilityTags, part: selector },
  );
  return results.violations.map(describe);
}

function axeSource(): string {
  // axe-core is CommonJS; its module object is what its types describe.
  const axe = createRequire(import.meta.url)('axe-core') as typeof import('axe-core');
  return axe.source;
}
