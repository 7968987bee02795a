import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { fixture } from '../servers/servers.ts';
import { type App, manageApps, projectFolder } from './support/app.ts';
import { startCase } from './support/cases.ts';
import { addServer, choose, connected, dock, main, nodeLine, openTab, railRow, resultPane } from './support/driver.ts';

const apps = manageApps('file');
/** Each wait ends as soon as what it waits for is there; on a busy machine that may take long. */
const WAIT_MS = 30_000;
vi.setConfig({ testTimeout: 240_000 });

let app: App;
let page: Page;

/** Polls for as long as any other step of these tests may take. */
const until = <T>(look: () => Promise<T> | T) => expect.poll(look, { timeout: WAIT_MS });
const press = (keys: string) => page.keyboard.press(keys);
const hasFocus = (locator: Locator) => locator.evaluate((element) => element === document.activeElement);
const expectFocus = (locator: Locator) => until(() => hasFocus(locator)).toBe(true);
/** Whether the focus is on the element or in it. */
const holdsFocus = (locator: Locator) =>
  until(() => locator.evaluate((element) => element.contains(document.activeElement))).toBe(true);
const gone = (locator: Locator) => locator.waitFor({ state: 'detached' });

const palette = () => page.getByRole('dialog', { name: 'Command palette' });
const tabs = () => page.getByRole('tablist', { name: 'Server workspace' }).getByRole('tab');
const inbox = () => page.getByRole('dialog', { name: 'Waiting for you' });
const table = () => main(page).getByRole('treegrid', { name: 'Exchanges' });
const inspector = () => main(page).getByRole('complementary', { name: 'Inspector' });
const tools = () => main(page).getByRole('region', { name: 'Tools', exact: true });
const chosenTool = () => tools().locator('[role="option"][aria-selected="true"]');
const field = (name: string) => main(page).getByRole('textbox', { name, exact: true });
const text = (name: string) => until(() => field(name).inputValue());
const active = () => table().locator('[aria-selected="true"]').first();
const kind = (name: string) =>
  main(page)
    .getByRole('group', { name: 'Kinds' })
    .getByRole('button', { name: new RegExp(`^${name}`), pressed: true });
const difference = () => page.getByRole('region', { name: 'Differences' }).getByRole('row', { selected: true });

/** A layer that a key opens; Escape closes it. */
async function opensLayer(keys: string, layer: Locator): Promise<void> {
  await press(keys);
  await layer.waitFor();
  await press('Escape');
  await gone(layer);
}

/** A part of the window that a key takes away and brings back. */
async function toggles(keys: string, part: Locator): Promise<void> {
  await part.waitFor();
  await press(keys);
  await part.waitFor({ state: 'hidden' });
  await press(keys);
  await part.waitFor();
}

async function toTools(tool: string): Promise<void> {
  await choose(page, 'Tools', tool);
  await main(page).getByRole('heading', { name: tool, exact: true }).waitFor();
}

async function toTraffic(): Promise<void> {
  await openTab(page, 'Traffic');
  await table().waitFor();
  await table().focus();
}

type Keys = Readonly<Record<string, () => Promise<void>>>;

const GLOBAL: Keys = {
  'Control+K': () => opensLayer('Control+K', palette()),
  'Control+Shift+P': async () => {
    await press('Control+Shift+P');
    await until(() => palette().getByRole('combobox').inputValue()).toBe('>');
    await press('Escape');
    await gone(palette());
  },
  'Control+P': async () => {
    await press('Control+P');
    await until(() => palette().getByRole('combobox').inputValue()).toBe('@');
    await press('Escape');
    await gone(palette());
  },
  'Control+N': () => opensLayer('Control+N', page.getByRole('dialog', { name: /Add|Review/ })),
  'Control+O': async () => {
    // A dialog that is closing keeps its keys.
    await until(() => page.getByRole('dialog').count()).toBe(0);
    const chooser = page.waitForEvent('filechooser');
    await press('Control+O');
    await chooser;
  },
  'Control+I': async () => {
    await press('Control+I');
    await inbox().waitFor();
    await press('Control+I');
    await gone(inbox());
    await opensLayer('Control+I', inbox());
    await until(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true);
  },
  'Control+1..9': async () => {
    const count = Math.min(9, await tabs().count());
    expect(count).toBeGreaterThan(4);
    for (let at = count; at > 0; at -= 1) {
      await press(`Control+${at}`);
      await until(() =>
        tabs()
          .nth(at - 1)
          .getAttribute('aria-selected'),
      ).toBe('true');
    }
  },
  'Control+Tab': async () => {
    await press('Control+Tab');
    await page.getByRole('main', { name: 'demo workspace' }).waitFor();
  },
  'Control+Shift+Tab': async () => {
    await press('Control+Shift+Tab');
    await page.getByRole('main', { name: 'first workspace' }).waitFor();
  },
  'Alt+ArrowLeft': async () => {
    await press('Alt+ArrowLeft');
    await page.getByRole('main', { name: 'demo workspace' }).waitFor();
  },
  'Alt+ArrowRight': async () => {
    await press('Alt+ArrowRight');
    await page.getByRole('main', { name: 'first workspace' }).waitFor();
  },
  'Control+B': () => toggles('Control+B', page.getByRole('navigation', { name: 'Servers' })),
  'Control+J': () => toggles('Control+J', dock(page).getByRole('tabpanel')),
  'Control+Shift+B': async () => {
    await toTraffic();
    await press('End');
    await toggles('Control+Shift+B', inspector());
  },
  F6: async () => {
    await table().focus();
    await press('F6');
    await until(() => hasFocus(table())).toBe(false);
  },
  'Shift+F6': async () => {
    const before = await page.evaluateHandle(() => document.activeElement);
    await press('Shift+F6');
    await until(() => page.evaluate((one) => one === document.activeElement, before)).toBe(false);
  },
  'Control+R': async () => {
    const facts = () =>
      main(page)
        .getByText(/pid \d+/)
        .first()
        .textContent();
    const before = /pid \d+/.exec((await facts()) ?? '')?.[0];
    await press('Control+R');
    await until(async () => /pid \d+/.exec((await facts().catch(() => '')) ?? '')?.[0] ?? before).not.toBe(before);
    await connected(page, 'first', WAIT_MS);
  },
  'Control+Shift+R': async () => {
    await toTraffic();
    const lists = () => table().getByText('tools/list').count();
    await until(lists).toBe(1);
    await press('Control+Shift+R');
    await until(lists).toBe(2);
  },
  'Control+F': async () => {
    await press('Control+F');
    await expectFocus(main(page).getByRole('combobox', { name: 'Filter' }));
    await table().focus();
  },
  '/': async () => {
    await press('/');
    await expectFocus(main(page).getByRole('combobox', { name: 'Filter' }));
  },
  Escape: async () => {
    const filter = main(page).getByRole('combobox', { name: 'Filter' });
    await page.keyboard.insertText('tools');
    await press('F6');
    await press('Escape');
    await until(() => filter.inputValue()).toBe('');
    await press('Escape');
    await expectFocus(table());
  },
  'Control+Shift+F': async () => {
    await press('Control+Shift+F');
    const search = page
      .getByRole('searchbox', { name: /traffic|sessions/i })
      .or(page.getByRole('combobox', { name: /all sessions|Search/i }));
    await search.first().waitFor();
    await press('Escape');
    await search.first().waitFor({ state: 'detached' });
  },
  'Control+,': async () => {
    await press('Control+,');
    await page.getByRole('searchbox', { name: 'Search settings' }).waitFor();
    await railRow(page, 'first').click();
    await page.getByRole('main', { name: 'first workspace' }).waitFor();
    await toTraffic();
  },
  '?': async () => {
    await table().focus();
    await opensLayer('?', page.getByRole('dialog', { name: 'Keyboard shortcuts' }));
  },
};

const TOOLS: Keys = {
  'Control+Enter': async () => {
    await railRow(page, 'first').click();
    await toTools('echo');
    await field('text').fill('one');
    await press('Control+Enter');
    await resultPane(page).getByText('one').waitFor();
    await field('text').fill('two');
    await press('Control+Enter');
    await resultPane(page).getByText('two').waitFor();
  },
  'Control+Shift+J': async () => {
    await press('Control+Shift+J');
    await expectFocus(resultPane(page));
  },
  'Alt+ArrowUp': async () => {
    await field('text').focus();
    await press('Alt+ArrowUp');
    await text('text').toBe('one');
  },
  'Alt+ArrowDown': async () => {
    await press('Alt+ArrowDown');
    await text('text').toBe('two');
  },
  'Control+D': () => opensLayer('Control+D', page.getByRole('dialog', { name: 'Save these arguments' })),
  'Control+E': async () => {
    await press('Control+E');
    await main(page).getByRole('tab', { name: 'JSON', selected: true }).waitFor();
    await press('Control+E');
    await main(page).getByRole('tab', { name: 'Form', selected: true }).waitFor();
  },
  F8: async () => {
    await field('text').fill('');
    await main(page).locator('.run-bar').getByText('1 problem').waitFor();
    await main(page)
      .getByRole('button', { name: /^Call options/ })
      .focus();
    await press('F8');
    await expectFocus(field('text'));
  },
  'Shift+F8': async () => {
    await main(page)
      .getByRole('button', { name: /^Call options/ })
      .focus();
    await press('Shift+F8');
    await expectFocus(field('text'));
  },
  'Control+Shift+Enter': async () => {
    const title = resultPane(page).getByText(/^Run \d of/);
    const before = await title.textContent();
    await press('Control+Shift+Enter');
    await until(() => title.textContent()).not.toBe(before);
  },
  'Control+.': async () => {
    await toTools('ask');
    await press('Control+Enter');
    await resultPane(page).getByRole('heading', { name: 'Waiting for you' }).waitFor();
    await press('Control+.');
    await resultPane(page).getByRole('heading', { name: 'Stopped' }).waitFor();
  },
};

/** Moves that lead through a list of names. */
const LISTS: Keys = {
  ...Object.fromEntries(
    [
      ['Home', 0],
      ['ArrowDown', 1],
      ['j', 2],
      ['k', 1],
      ['ArrowUp', 0],
      ['End', -1],
      ['PageUp', undefined],
      ['PageDown', -1],
    ].map(([keys, place]) => [
      String(keys),
      async () => {
        const names = await tools().getByRole('option').allTextContents();
        if (keys === 'Home') await tools().getByRole('option').first().click();
        const before = await chosenTool().textContent();
        await press(String(keys));
        if (place === undefined) await until(() => chosenTool().textContent()).not.toBe(before);
        else await until(() => chosenTool().textContent()).toBe(names.at(Number(place)));
      },
    ]),
  ),
  Enter: async () => {
    await toTools('echo');
    await chosenTool().focus();
    await press('Enter');
    await holdsFocus(main(page).getByRole('region', { name: 'Arguments' }));
  },
};

const ROWS: Keys = {
  ArrowRight: async () => {
    await toTraffic();
    await press('Home');
    for (let step = 0; step < 60 && (await active().getAttribute('aria-expanded')) === null; step += 1)
      await press('ArrowDown');
    await press('ArrowRight');
    await until(() => active().getAttribute('aria-expanded')).toBe('true');
  },
  ArrowLeft: async () => {
    await press('ArrowLeft');
    await until(() => active().getAttribute('aria-expanded')).toBe('false');
  },
  Enter: async () => {
    await press('Enter');
    await holdsFocus(inspector());
    await table().focus();
  },
  Space: async () => {
    await press('Home');
    await press('Space');
    await press('ArrowDown');
    await press('Space');
    await main(page)
      .getByRole('button', { name: /^Compare/ })
      .first()
      .waitFor();
  },
  'Shift+C': async () => {
    await press('Shift+C');
    await page
      .getByRole('main', { name: 'Compare' })
      .getByRole('heading', { name: /^\d+ differences?$/ })
      .waitFor();
  },
  F7: async () => {
    await press('F7');
    await difference().waitFor();
  },
  'Shift+F7': async () => {
    const before = await difference().textContent();
    await press('F7');
    await until(() => difference().textContent()).not.toBe(before);
    await press('Shift+F7');
    await until(() => difference().textContent()).toBe(before);
    await press('Escape');
    await gone(page.getByRole('main', { name: 'Compare' }));
    await toTraffic();
  },
  n: async () => {
    for (const time of [1, 2]) {
      await toTools('refuse');
      await press('Control+Enter');
      await until(() => resultPane(page).getByText(`Run ${time} of ${time}`).count()).toBe(time - 1);
      await resultPane(page)
        .getByRole('heading', { name: /-32\d+|error/i })
        .waitFor();
    }
    await toTraffic();
    await press('End');
    await press('Shift+N');
    await until(() => active().textContent()).toMatch(/refuse.*-32\d+/);
    await press('ArrowUp');
    await press('n');
    await until(() => active().textContent()).toMatch(/refuse.*-32\d+/);
  },
  'Shift+N': async () => {
    await press('End');
    await press('Shift+N');
    await until(() => active().textContent()).toMatch(/refuse.*-32\d+/);
  },
  e: async () => {
    await press('e');
    await kind('Errors').waitFor();
    await press('e');
    await kind('All').waitFor();
  },
  p: async () => {
    await press('p');
    const pin = main(page).getByRole('button', { name: /pin/i }).and(page.locator('[aria-pressed="true"]'));
    await pin.first().waitFor();
    await press('p');
    await gone(pin.first());
  },
  'Control+C': async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await press('Home');
    await press('Control+C');
    await until(() => page.evaluate(async () => typeof JSON.parse(await navigator.clipboard.readText()))).toBe(
      'object',
    );
  },
  'Control+Shift+C': async () => {
    await press('Control+Shift+C');
    await page.getByRole('menuitem', { name: 'JSON', exact: true }).waitFor();
    await press('Escape');
    await gone(page.getByRole('menu'));
    await table().focus();
  },
  r: async () => {
    const again = () => table().getByText('tools/list').count();
    await toTraffic();
    await table().getByText('tools/list').first().click();
    const before = await again();
    await press('r');
    await until(again).toBeGreaterThan(before);
  },
};

/** Three questions wait, of which one after another is dealt with. */
/** The sheet of an ask stands in the place of the arguments of its call. */
const sheet = () => page.getByRole('region', { name: /asks for input/ });
const accept = () => sheet().getByRole('button', { name: 'Accept and send' });

const ASKS: Keys = {
  'Inbox D': async () => {
    await startCase(page, 'elicit-many');
    await toTools('three');
    await press('Control+Enter');
    await resultPane(page).getByRole('heading', { name: 'Waiting for you' }).waitFor();
    await press('Control+I');
    const waiting = inbox().getByRole('list', { name: 'Waiting' }).getByRole('listitem');
    await until(() => waiting.count()).toBe(3);
    await waiting.first().getByRole('button', { name: 'Answer' }).focus();
    await press('d');
    await until(() => waiting.count()).toBe(2);
  },
  'Inbox A': async () => {
    await inbox().getByRole('list', { name: 'Waiting' }).getByRole('button', { name: 'Answer' }).first().focus();
    await press('a');
    await accept().waitFor();
  },
  'Ask Escape': async () => {
    await sheet().getByLabel('answer').first().focus();
    await press('Escape');
    await gone(accept());
    await resultPane(page).getByRole('heading', { name: 'Waiting for you' }).waitFor();
    if (!(await inbox().isVisible())) await press('Control+I');
    await until(() => inbox().getByRole('list', { name: 'Waiting' }).getByRole('listitem').count()).toBe(2);
  },
  'Inbox Enter': async () => {
    await inbox().getByRole('list', { name: 'Waiting' }).getByRole('button', { name: 'Answer' }).first().focus();
    await press('Enter');
    await accept().waitFor();
  },
  'Ask Control+Enter': async () => {
    await sheet().getByLabel('answer').first().fill('yes');
    await press('Control+Enter');
    if (!(await inbox().isVisible())) await press('Control+I');
    await inbox()
      .getByRole('region', { name: 'Answered' })
      .getByText(/accepted/i)
      .first()
      .waitFor();
    await press('Control+I');
    await gone(inbox());
  },
};

const DOCK: Keys = {
  'Control+Shift+T': async () => {
    await railRow(page, 'first').click();
    const follow = dock(page)
      .getByRole('button', { name: /follow/i })
      .first();
    const before = await follow.getAttribute('aria-pressed');
    await press('Control+Shift+T');
    await until(() => follow.getAttribute('aria-pressed')).not.toBe(before);
  },
  'Control+Shift+Y': async () => {
    const live = page.locator('[aria-live="polite"]');
    const before = (await live.allTextContents()).join();
    await press('Control+Shift+Y');
    await until(async () => (await live.allTextContents()).join()).not.toBe(before);
  },
};

/** Keys of the map that the page does not have, why, and what in the sources would show that it has them now. */
const NOT_HERE = [
  { keys: 'Mod+Shift+M', why: 'There is no recording yet.', sign: "'mod+shift+m'" },
  { keys: 'Mod+Shift+L', why: 'There is no support bundle yet.', sign: "'mod+shift+l'" },
  { keys: 'Mod+=, Mod+-, Mod+0', why: 'Zoom belongs to the browser, or to the menu of the window.', sign: "'mod+='" },
  { keys: 'Space, Left, Right', why: 'There is no replay yet; demo.test.ts has those of the demo.', sign: '/replay/' },
] as const;

beforeAll(async () => {
  app = await apps.open();
  page = app.page;
  page.setDefaultTimeout(WAIT_MS);
  await page.getByRole('button', { name: 'Start the demo' }).click();
  await connected(page, 'demo', WAIT_MS);
  await addServer(page, { text: nodeLine(fixture('legacy')), name: 'first' });
  await connected(page, 'first', WAIT_MS);
  await page.getByRole('main', { name: 'first workspace' }).waitFor();
});

describe.each(Object.entries({ GLOBAL, TOOLS, LISTS, ROWS, ASKS, DOCK }))('keys of the map: %s', (_scope, keys) => {
  test.each(Object.entries(keys))('%s', (_keys, does) => does());
});

describe('the map is whole', () => {
  const renderer = join(projectFolder, 'src', 'renderer');
  const files = readdirSync(renderer, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
  const sources = files.map((name) => `/${name}\n${readFileSync(join(renderer, name), 'utf8')}`).join('\n');

  test('every command with keys is in it', () => {
    const tested = new Set(Object.keys({ ...GLOBAL, ...TOOLS, ...DOCK }).map((keys) => keys.toLowerCase()));
    const all = [...sources.matchAll(/shortcut: '([^']+)'/g)].map(([, keys = '']) => keys.replace(/^mod/, 'control'));
    expect(all.length).toBeGreaterThan(15);
    expect(all.filter((keys) => !tested.has(keys.replace(/^ctrl/, 'control')))).toEqual([]);
  });

  test.each(NOT_HERE)('$keys: $why', ({ sign }) => {
    expect(sources).not.toContain(sign);
  });
});
