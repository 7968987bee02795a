import type { Page } from 'playwright-core';

/** The slowest click on a page until its answer was on the screen, milliseconds, and how many were counted. */
export interface Strain {
  slowestClick: number;
  clicks: number;
}

declare global {
  interface Window {
    strain?: Strain;
  }
}

const IDLE_MS = 1500;
const EVERY_MS = 100;

/** From now on the page keeps the slowest click; times are those of the browser itself, in steps of 8 ms. */
async function watch(page: Page): Promise<void> {
  await page.evaluate(() => {
    if (window.strain) {
      Object.assign(window.strain, { slowestClick: 0, clicks: 0 });
      return;
    }
    const strain = { slowestClick: 0, clicks: 0 };
    window.strain = strain;
    const options: PerformanceObserverInit & { durationThreshold: number } = { type: 'event', durationThreshold: 16 };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (entry.name !== 'click') continue;
        strain.clicks += 1;
        strain.slowestClick = Math.max(strain.slowestClick, entry.duration);
      }
    }).observe(options);
  });
}

/** Clicks something small that answers on the screen, again and again, until the promise is settled. */
async function clickUntil(page: Page, settled: Promise<unknown>): Promise<void> {
  let going = true;
  const over = settled.finally(() => {
    going = false;
  });
  const inbox = page.getByRole('button', { name: /^Inbox/ }).first();
  const loop = async () => {
    // An even number of clicks leaves it as it was.
    for (let clicks = 0; going || clicks % 2 === 1; clicks += 1) {
      await inbox.click({ noWaitAfter: true, force: true });
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    }
  };
  await Promise.all([over, loop()]);
}

/** The slowest click while `act` is done, and then until what `until` waits for is there. */
export async function strainOf(page: Page, act: () => Promise<void>, until: () => Promise<unknown>): Promise<Strain> {
  await watch(page);
  await act();
  await clickUntil(page, until());
  return page.evaluate(() => ({ slowestClick: 0, clicks: 0, ...window.strain }));
}

/** The same for a page on which nothing else happens: what the machine itself takes. */
export function idleStrain(page: Page): Promise<Strain> {
  return strainOf(
    page,
    async () => undefined,
    () => page.waitForTimeout(IDLE_MS),
  );
}
