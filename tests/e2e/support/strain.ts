import type { Page } from 'playwright-core';

/** How long each press and release of a button took until its answer was on the screen, milliseconds. */
type Strain = readonly number[];

/** Steps of a test, each held against the same page at rest. */
export interface StrainMeter {
  /** Presses a button throughout: while `act` is done, and until what `until` waits for is there. */
  during(name: string, act: () => Promise<void>, until: () => Promise<unknown>): Promise<void>;
  /** The page at rest again, and the steps that answered a click too late. */
  result(): Promise<{ idle: number; bar: number; slowest: Record<string, number>; tooSlow: string[] }>;
}

declare global {
  interface Window {
    strain?: number[];
  }
}

const IDLE_MS = 1500;
const EVERY_MS = 100;
/** A click passes up to ten times the slowest one of the idle page, as in the bench: what the machine takes counts for both. */
const TIMES_IDLE = 10;
/** Ten times what an idle click takes on a quiet machine; and a page that answers later than this is stuck on any machine. */
const [LEAST_BAR_MS, MOST_BAR_MS] = [240, 2000];

/** From now on the page keeps how long clicks take, of those from 16 ms on; times are those of the browser itself, in steps of 8 ms. */
async function watch(page: Page): Promise<void> {
  await page.evaluate(() => {
    if (window.strain) {
      window.strain.length = 0;
      return;
    }
    const strain: number[] = [];
    window.strain = strain;
    // A page that is blocked keeps the press waiting, and the release is sent after it: the click alone would look fast.
    const parts = ['pointerdown', 'pointerup', 'click'];
    const options: PerformanceObserverInit & { durationThreshold: number } = { type: 'event', durationThreshold: 16 };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (parts.includes(entry.name)) strain.push(entry.duration);
      }
    }).observe(options);
  });
}

/** What the page kept, after the frame in which the last click was answered. */
const read = (page: Page): Promise<Strain> =>
  page.evaluate(async () => {
    await new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))));
    return [...(window.strain ?? [])];
  });

/** Clicks something small that answers on the screen, again and again, until the promise is settled. */
async function clickUntil(page: Page, settled: Promise<unknown>): Promise<void> {
  let going = true;
  const over = settled.finally(() => {
    going = false;
  });
  const press = async () => {
    const box = await page
      .getByRole('button', { name: /^Inbox/ })
      .first()
      .boundingBox();
    if (!box) throw new Error('the Inbox button is in the title bar');
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    // An even number of clicks leaves it as it was. The page is asked for nothing before one: a blocked page would delay it.
    for (let clicks = 0; going || clicks % 2 === 1; clicks += 1) {
      await page.mouse.down();
      await page.mouse.up();
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    }
  };
  await Promise.all([over, press()]);
}

/** The clicks while `act` is done, and then until what `until` waits for is there. */
async function strainOf(page: Page, act: () => Promise<void>, until: () => Promise<unknown>): Promise<Strain> {
  await watch(page);
  await act();
  await clickUntil(page, until());
  return read(page);
}

/** The same for a page on which nothing else happens: what the machine itself takes. */
const idleStrain = (page: Page): Promise<Strain> =>
  strainOf(
    page,
    async () => undefined,
    () => page.waitForTimeout(IDLE_MS),
  );

const slowestOf = (strain: Strain): number => Math.max(0, ...strain);

/**
 * Measures how late clicks are answered. `rest` shows something small: the page at rest is measured on it before the
 * steps and after them, as the machine may be busier by then.
 */
export async function measureStrain(page: Page, rest: () => Promise<void>): Promise<StrainMeter> {
  await rest();
  const before = await idleStrain(page);
  const slowest: Record<string, number> = {};
  return {
    during: async (name, act, until) => {
      slowest[name] = slowestOf(await strainOf(page, act, until));
    },
    result: async () => {
      await rest();
      const idle = slowestOf([...before, ...(await idleStrain(page))]);
      const bar = Math.min(MOST_BAR_MS, Math.max(LEAST_BAR_MS, idle * TIMES_IDLE));
      const tooSlow = Object.keys(slowest).filter((name) => (slowest[name] ?? 0) > bar);
      return { idle, bar, slowest, tooSlow };
    },
  };
}
