import { spawnSync } from 'node:child_process';
import { chromium } from 'playwright-core';
import { findChromium } from '../../.cache/standin/find-chromium.mjs';

/** Milliseconds between two beats of the page. */
const BEAT_MS = 5;
const IDLE_MS = 2500;

/** What the browser calls itself, with its version. */
export function browserVersion() {
  const { path, env } = findChromium();
  const asked = spawnSync(path, ['--version'], { encoding: 'utf8', env: { ...process.env, ...env } });
  return asked.stdout?.trim() || 'Chromium';
}

/** Opens the app's page in a real Chromium. */
export async function openPage(url) {
  const found = findChromium();
  const browser = await chromium.launch({
    executablePath: found.path,
    args: ['--no-sandbox'],
    env: { ...process.env, ...found.env },
  });
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(url);
  await page.getByRole('navigation', { name: 'Servers' }).waitFor();
  return { browser, page };
}

/** Opens a tab of a server's workspace. */
export async function showServer(page, name, tab) {
  await page.getByRole('link', { name: new RegExp(`^${name},`) }).click();
  await page
    .getByRole('tablist', { name: 'Server workspace' })
    .getByRole('tab', { name: new RegExp(`^${tab}`) })
    .click();
}

/** From now on counts the longest task of the page and the slowest click. Call `readStrain` for the figures so far. */
async function watchStrain(page) {
  await page.evaluate((beat) => {
    const strain = { longestTask: 0, slowestClick: 0, clicks: 0 };
    window.benchStrain = strain;
    // The browser itself names no task under 50 ms, so an idle page would count as 0: a beat that comes late tells all.
    let last = performance.now();
    setInterval(() => {
      const now = performance.now();
      strain.longestTask = Math.max(strain.longestTask, now - last - beat);
      last = now;
    }, beat);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (entry.name !== 'click') continue;
        strain.clicks += 1;
        strain.slowestClick = Math.max(strain.slowestClick, entry.duration);
      }
    }).observe({ type: 'event', durationThreshold: 16 });
  }, BEAT_MS);
}

/** Strain of the page while nothing happens but clicks; it is watched from here on. */
export async function idleStrain(page) {
  await watchStrain(page);
  const stop = keepClicking(page);
  await page.waitForTimeout(IDLE_MS);
  await stop();
  return readStrain(page);
}

export async function readStrain(page) {
  return page.evaluate(() => {
    const { longestTask, slowestClick } = window.benchStrain;
    Object.assign(window.benchStrain, { longestTask: 0, slowestClick: 0, clicks: 0 });
    return { longestTask, slowestClick };
  });
}

/** Clicks the Inbox button until told to stop: something small that answers on the screen. */
export function keepClicking(page) {
  let going = true;
  const button = page.getByRole('button', { name: /^Inbox/ }).first();
  const loop = async () => {
    while (going) {
      await button.click({ noWaitAfter: true, force: true });
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  };
  const done = loop();
  // When a run fails, its own reason counts, not that of the click that came too late.
  done.catch(() => undefined);
  return async () => {
    going = false;
    await done;
  };
}

/** Resolves with the wall clock when a text stands on the screen: in the frame after the page put it there. */
export function whenOnScreen(page, text) {
  return page.evaluate(
    (wanted) =>
      new Promise((resolve) => {
        const look = () => {
          const shown = [...document.querySelectorAll('[role="log"], [role="treegrid"], [role="grid"]')];
          if (!shown.some((element) => element.textContent.includes(wanted))) return;
          changes.disconnect();
          requestAnimationFrame(() => setTimeout(() => resolve(Date.now())));
        };
        // Looking in every frame would make the page draw frames all the time.
        const changes = new MutationObserver(look);
        changes.observe(document.body, { subtree: true, childList: true, characterData: true });
        look();
      }),
    text,
  );
}
