import type { Locator, Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { fixture } from '../servers/servers.ts';
import { type App, manageApps } from './support/app.ts';
import { findViolations } from './support/browser.ts';
import { addServer, connected, main, nodeLine, railRow, resultPane, review, startDemo } from './support/driver.ts';

const apps = manageApps();

/** Polls for as long as any other step of these tests may take. */
const until = <T>(look: () => Promise<T> | T) => expect.poll(look, { timeout: 10_000 });

const tabs = (page: Page) => page.getByRole('tablist', { name: 'Server workspace' });
const selectedTab = (page: Page, title: string) => tabs(page).getByRole('tab', { name: title, selected: true });
const palette = (page: Page) => page.getByRole('dialog', { name: 'Command palette' });
const table = (page: Page) => main(page).getByRole('treegrid', { name: 'Exchanges' });

/** What has the focus, for a failure to read. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement;
    return at === null || at === document.body
      ? 'nothing'
      : `${at.tagName} ${at.getAttribute('aria-label') ?? at.textContent?.slice(0, 40)}`;
  });
const hasFocus = (locator: Locator) => locator.evaluate((element) => element === document.activeElement);
const expectFocus = (locator: Locator) => until(() => hasFocus(locator)).toBe(true);
const expectSomeFocus = (page: Page) => until(() => focused(page)).not.toBe('nothing');

/** Tabs on until an element has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < 80 && !(await hasFocus(target)); presses += 1) await page.keyboard.press('Tab');
  expect(await hasFocus(target), await focused(page)).toBe(true);
}

/** Finds something with the palette and opens it. */
async function open(page: Page, text: string, option: RegExp): Promise<void> {
  await page.keyboard.press('Control+K');
  await palette(page).getByRole('combobox').waitFor();
  await page.keyboard.insertText(text);
  await palette(page).getByRole('option', { name: option, selected: true }).waitFor();
  await page.keyboard.press('Enter');
  await palette(page).waitFor({ state: 'detached' });
}

/** A pointer that is used by mistake fails the test. */
async function withoutMouse(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    Object.assign(globalThis, { pointers: 0 });
    window.addEventListener('pointerdown', () => Object.assign(globalThis, { pointers: 1 }), true);
  });
  return () => page.evaluate(() => Number(Reflect.get(globalThis, 'pointers')));
}

test('add, connect, call, read, prompt, task and compare without a mouse; the focus is never lost', async () => {
  const { page } = await apps.open();
  const { keyboard } = page;
  const pointers = await withoutMouse(page);

  // Add and connect.
  await page.getByRole('textbox', { name: 'Command, URL or config' }).waitFor();
  await keyboard.insertText(nodeLine(fixture('modern')));
  await page.getByRole('button', { name: 'Review and add' }).waitFor();
  await keyboard.press('Enter');
  await until(() => review(page).getByRole('button', { name: 'Add and connect' }).isEnabled()).toBe(true);
  await keyboard.press('Control+Enter');
  await review(page).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: /, Connected/ }).waitFor();
  await expectSomeFocus(page);

  // Call a tool, twice, with other arguments.
  await open(page, 'echo', /^echo/);
  await main(page).getByRole('heading', { name: 'echo' }).waitFor();
  await tabTo(page, main(page).getByRole('textbox', { name: 'text', exact: true }));
  await keyboard.insertText('first');
  await keyboard.press('Control+Enter');
  await resultPane(page).getByText('first').waitFor();
  await keyboard.press('Control+A');
  await keyboard.insertText('second');
  await keyboard.press('Control+Enter');
  await resultPane(page).getByText('second').waitFor();
  await keyboard.press('Control+Shift+J');
  await expectFocus(resultPane(page));
  // Escape leads to the list, whose keys go on from there.
  await keyboard.press('Escape');
  await expectFocus(main(page).getByRole('option', { name: 'echo' }));

  // Compare the two results.
  await tabTo(page, resultPane(page).getByRole('button', { name: /^Compare/ }));
  await keyboard.press('Enter');
  await page.getByRole('main', { name: 'Compare' }).waitFor();
  await expectSomeFocus(page);
  await keyboard.press('F7');
  await keyboard.press('Escape');
  await page.getByRole('main', { name: 'Compare' }).waitFor({ state: 'detached' });
  await expectFocus(resultPane(page).getByRole('button', { name: /^Compare/ }));

  // Read a resource.
  await keyboard.press('Control+2');
  await selectedTab(page, 'Resources').waitFor();
  await expectSomeFocus(page);
  await main(page).getByRole('searchbox', { name: 'Filter or paste a URI' }).waitFor();
  await keyboard.press('/');
  await expectFocus(main(page).getByRole('searchbox', { name: 'Filter or paste a URI' }));
  await keyboard.press('ArrowDown');
  await keyboard.press('j');
  await keyboard.press('Enter');
  await main(page).getByRole('tab', { name: 'Raw' }).first().waitFor();
  await expectSomeFocus(page);

  // Get a prompt.
  await keyboard.press('Control+3');
  await main(page).getByRole('option', { name: 'review' }).waitFor();
  await keyboard.press('Escape');
  await keyboard.press('End');
  await keyboard.press('Enter');
  await keyboard.press('Control+Enter');
  await main(page)
    .getByRole('region', { name: 'Messages' })
    .getByRole('heading', { name: /message/ })
    .waitFor();

  // Run a task, and look at it.
  await open(page, 'build', /^build/);
  await main(page).getByRole('heading', { name: 'build' }).waitFor();
  await keyboard.press('Control+Enter');
  await resultPane(page).getByRole('heading', { name: 'Completed' }).waitFor();
  await keyboard.press('Control+4');
  await main(page).getByRole('treegrid', { name: 'Tasks' }).waitFor();
  await keyboard.press('Escape');
  await expectFocus(main(page).getByRole('treegrid', { name: 'Tasks' }));
  await keyboard.press('End');
  await keyboard.press('Enter');
  await expectFocus(main(page).getByRole('complementary', { name: 'Task detail' }));
  await keyboard.press('Escape');
  await expectFocus(main(page).getByRole('treegrid', { name: 'Tasks' }));
  expect(await pointers(), 'no pointer was used').toBe(0);
});

test('back and forward by keys, by the buttons of the window and by those of the mouse', async () => {
  const { page } = await apps.open();
  const { keyboard } = page;
  await startDemo(page);
  await keyboard.press('Control+5');
  await selectedTab(page, 'Traffic').waitFor();
  await keyboard.press('Control+3');
  await selectedTab(page, 'Prompts').waitFor();
  await keyboard.press('Alt+ArrowLeft');
  await selectedTab(page, 'Traffic').waitFor();
  await keyboard.press('Alt+ArrowRight');
  await selectedTab(page, 'Prompts').waitFor();
  await page.getByRole('button', { name: 'Back' }).focus();
  await keyboard.press('Enter');
  await selectedTab(page, 'Traffic').waitFor();
  await keyboard.press('Enter');
  await selectedTab(page, 'Tools').waitFor();
  const press = (button: number) =>
    page.evaluate(
      (code) => window.dispatchEvent(new MouseEvent('mouseup', { button: code, cancelable: true })),
      button,
    );
  expect(await press(4), 'the browser does not act on it').toBe(false);
  await selectedTab(page, 'Traffic').waitFor();
  await press(3);
  await selectedTab(page, 'Tools').waitFor();
});

test('the palette looks inside a server, shows traffic and runs a tool with its last arguments', async () => {
  const { page } = await apps.open();
  const { keyboard } = page;
  await startDemo(page);
  await open(page, 'echo', /^echo/);
  await tabTo(page, main(page).getByRole('textbox', { name: 'text', exact: true }));
  await keyboard.insertText('again');
  await keyboard.press('Control+Enter');
  await resultPane(page).getByText('again').waitFor();
  await keyboard.press('Control+5');
  await selectedTab(page, 'Traffic').waitFor();
  await keyboard.press('Control+K');
  await palette(page).getByRole('group', { name: 'Recent places' }).getByRole('option', { name: /^echo/ }).waitFor();
  expect(await findViolations(page, '[role="dialog"]')).toEqual([]);
  await keyboard.insertText('echo');
  await palette(page).getByRole('option', { name: /^echo/, selected: true }).waitFor();
  await keyboard.press('Control+Enter');
  await selectedTab(page, 'Tools').waitFor();
  await resultPane(page)
    .getByRole('button', { name: /^Run 2 of 2/ })
    .waitFor();
  await keyboard.press('Control+K');
  await keyboard.insertText('#echo');
  await palette(page)
    .getByRole('option', { name: /^tools\/call echo/ })
    .first()
    .waitFor();
  await keyboard.press('Enter');
  await main(page)
    .getByRole('complementary', { name: 'Inspector' })
    .getByRole('heading', { name: 'tools/call' })
    .waitFor();
  await keyboard.press('Control+P');
  await palette(page).getByRole('option', { name: /^demo/, selected: true }).waitFor();
  await keyboard.press('Tab');
  await until(() => palette(page).getByRole('combobox').getAttribute('placeholder')).toBe('Search in demo');
  await palette(page).getByRole('group', { name: 'Tools in demo' }).waitFor();
  await keyboard.press('Backspace');
  await until(() => palette(page).getByRole('combobox').inputValue()).toBe('@');
  await keyboard.press('Escape');
});

test('what the palette opens has the focus; another server that it starts has it on its tab', async () => {
  const { page } = await apps.open();
  await addServer(page, { text: nodeLine(fixture('legacy')), name: 'legacy' });
  await connected(page, 'legacy');
  // The rail had the focus before, and must not get it back.
  await page.keyboard.press('F6');
  await open(page, 'echo', /^echo/);
  const row = main(page).getByRole('option', { name: 'echo', selected: true });
  await expectFocus(row);
  await page.keyboard.press('Enter');
  await open(page, 'fixture://readme', /readme/);
  await expectFocus(main(page).getByRole('option', { name: 'readme', selected: true }));
  await open(page, '>start the demo', /^Start the demo/);
  await connected(page, 'demo');
  await expectFocus(main(page).getByRole('tab', { name: /^Tools/, selected: true }));
});

test('two windows on one host: each has its place, both see the same, neither undoes what the other kept', async () => {
  const app = await apps.open();
  const { page } = app;
  await startDemo(page);
  await open(page, 'echo', /^echo/);
  await tabTo(page, main(page).getByRole('textbox', { name: 'text', exact: true }));
  await page.keyboard.insertText('from the first window');
  const opened = page.waitForEvent('popup');
  await page.keyboard.press('Control+K');
  await page.keyboard.insertText('weather');
  await palette(page)
    .getByRole('option', { name: /^weather/, selected: true })
    .waitFor();
  await page.keyboard.press('Alt+Enter');
  const second = await opened;
  onTestFinished(() => second.close());
  await main(second).getByRole('heading', { name: 'weather' }).waitFor();
  await main(page).getByRole('heading', { name: 'echo' }).waitFor();
  expect(new URL(second.url()).hash).toBe('');
  await main(second).getByLabel('city', { exact: true }).fill('Oslo');
  await second.keyboard.press('Control+Enter');
  await resultPane(second).getByRole('heading', { name: 'Completed' }).waitFor();
  await page.keyboard.press('Control+5');
  await table(page).getByText('weather').first().waitFor();
  // A reload finds its own place again, not that of the other window.
  await second.reload();
  await main(second).getByRole('heading', { name: 'weather' }).waitFor();
  await second.keyboard.press('Control+2');
  await second.close();
  await app.restart();
  await railRow(app.page, 'demo').waitFor();
  await app.page.keyboard.press('Control+R');
  await connected(app.page, 'demo');
  await open(app.page, 'echo', /^echo/);
  await until(() => main(app.page).getByLabel('text', { exact: true }).inputValue()).toBe('from the first window');
  await open(app.page, 'weather', /^weather/);
  await until(() => main(app.page).getByLabel('city', { exact: true }).inputValue()).toBe('Oslo');
});

describe('on one host, each from where the one before left the window', () => {
  const shared = manageApps('file');
  let app: App;
  beforeAll(async () => {
    app = await shared.open();
    await startDemo(app.page);
  });
  beforeEach(() => app.page.setViewportSize({ width: 1440, height: 900 }));

  test('a window of 720 px shows one pane with a way back', async () => {
    const { page } = app;
    await page.setViewportSize({ width: 720, height: 700 });
    await main(page).getByRole('option', { name: 'echo' }).click();
    await main(page).getByLabel('text', { exact: true }).fill('small');
    expect(await main(page).getByRole('option').count()).toBe(0);
    await page.keyboard.press('Control+Enter');
    await resultPane(page).getByText('small').waitFor();
    expect(await main(page).getByLabel('text', { exact: true }).isVisible()).toBe(false);
    expect(await findViolations(page)).toEqual([]);
    await main(page).getByRole('button', { name: 'Back to Tools' }).click();
    await expectFocus(main(page).getByRole('option', { name: 'echo' }));
  });

  test('the inspector takes the place of the table at 720 px and lies over it at 1000', async () => {
    const { page } = app;
    await page.setViewportSize({ width: 720, height: 700 });
    await page.keyboard.press('Control+5');
    await table(page).waitFor();
    await page.keyboard.press('Escape');
    await expectFocus(table(page));
    await page.keyboard.press('End');
    const inspector = main(page).getByRole('complementary', { name: 'Inspector' });
    expect(await inspector.count()).toBe(0);
    await page.keyboard.press('Enter');
    await expectFocus(inspector);
    await page.keyboard.press('Escape');
    await expectFocus(table(page));
    await page.setViewportSize({ width: 1000, height: 700 });
    await page.keyboard.press('End');
    await inspector.waitFor();
    const [over, below] = [await inspector.boundingBox(), await table(page).boundingBox()];
    expect(over?.x).toBeLessThan((below?.x ?? 0) + (below?.width ?? 0));
    expect(below?.width).toBeGreaterThan(600);
  });

  test('Traffic by keys: the inspector comes and goes, a row is copied, Escape clears the filter and leads to the table', async () => {
    const { page } = app;
    const { keyboard } = page;
    await keyboard.press('Control+5');
    await table(page).waitFor();
    await keyboard.press('Escape');
    await expectFocus(table(page));
    await keyboard.press('End');
    const inspector = main(page).getByRole('complementary', { name: 'Inspector' });
    await inspector.waitFor();
    await keyboard.press('Control+Shift+B');
    await inspector.waitFor({ state: 'detached' });
    await expectFocus(table(page));
    await keyboard.press('Control+Shift+B');
    await inspector.waitFor();
    await keyboard.press('Home');
    await keyboard.press('Enter');
    await expectFocus(inspector);
    await inspector.getByRole('button', { name: 'Copy as' }).waitFor();
    await keyboard.press('Control+Shift+C');
    await page.getByRole('menuitem', { name: 'JSON', exact: true }).waitFor();
    await keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await expectSomeFocus(page);
    await keyboard.press('Control+F');
    await keyboard.insertText('tools');
    await keyboard.press('F6');
    await keyboard.press('Escape');
    await until(() => main(page).getByRole('combobox', { name: 'Filter' }).inputValue()).toBe('');
    await keyboard.press('Escape');
    await expectFocus(table(page));
  });

  test('a link leads to its place in a running window, one to an unknown server says so, others go to the review', async () => {
    const { page } = app;
    const serverId = await railRow(page, 'demo').evaluate((link) => link.getAttribute('href')?.split('/')[1] ?? '');
    const follow = (link: string) =>
      page.evaluate((text) => {
        location.hash = `add=${encodeURIComponent(text)}`;
      }, link);
    await follow(`wirebench://server/${serverId}/prompts`);
    await selectedTab(page, 'Prompts').waitFor();
    await follow(`wirebench://server/${serverId}/tools/slow`);
    await main(page).getByRole('heading', { name: 'slow' }).waitFor();
    await follow(`wirebench://server/${serverId}/traffic/2?view=raw`);
    const inspector = main(page).getByRole('complementary', { name: 'Inspector' });
    await inspector.getByRole('tab', { name: 'Raw', selected: true }).waitFor();
    await follow('wirebench://server/gone/tools');
    await page.getByText('This link leads to a server that is not on the list.').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await follow('wirebench://add?name=x&config=%7B%22command%22%3A%22node%22%7D');
    await review(page).waitFor();
  });
});
