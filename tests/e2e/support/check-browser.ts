import { launchBrowser } from './browser.ts';
import { findChromium } from './find-chromium.ts';

/** Starts a browser, opens a page and says which one it was. Exits with 1 and the reason when that fails. */
try {
  const { path, source } = findChromium();
  const browser = await launchBrowser();
  const page = await browser.newPage();
  const sum = await page.evaluate('1 + 1');
  process.stdout.write(`${source}: ${path} ${browser.version()}\n`);
  await browser.close();
  process.exit(sum === 2 ? 0 : 1);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
