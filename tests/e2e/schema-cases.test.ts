import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test, vi } from 'vitest';
import { manageApps } from './support/app.ts';
import { startCase } from './support/cases.ts';
import { choose, main, resultPane } from './support/driver.ts';

const apps = manageApps('file');
/** Each wait ends as soon as what it waits for is there; on a busy machine that may take long. */
const WAIT_MS = 30_000;
vi.setConfig({ testTimeout: 240_000 });

let page: Page;
/** Every address the page asked for that is neither its own nor inside a text. */
const leaks: string[] = [];

beforeAll(async () => {
  const app = await apps.open();
  page = app.page;
  page.setDefaultTimeout(WAIT_MS);
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(app.served.origin) && !/^(?:data|blob):/.test(url)) leaks.push(url);
  });
});

const pane = (): Locator => resultPane(page);
const form = (): Locator => main(page).getByRole('form', { name: /^Arguments of / });
/** The part of the form for one place of the value. */
const at = (pointer: string): Locator => form().locator(`[data-pointer="${pointer}"]`);
const box = (pointer: string): Locator => at(pointer).getByRole('textbox');
const state = (): Locator => main(page).locator('.run-bar').getByRole('status');
/** The option buttons between which a union is chosen. */
const branch = (name: string): Locator =>
  form().getByRole('group', { name: 'Form of this value' }).getByRole('button', { name, exact: true });

async function tool(name: string): Promise<void> {
  await choose(page, 'Tools', name);
  await main(page).getByRole('heading', { name, exact: true }).waitFor();
}

/** Chooses what is sent as one value from its menu. */
async function send(name: string, what: string): Promise<void> {
  await form()
    .getByRole('button', { name: `What to send as ${name}`, exact: true })
    .click();
  await page.getByRole('menuitem', { name: what }).click();
}

/** Runs the tool until the exact messages of the run hold this text. */
async function sends(text: string, button: 'Run tool' | 'Send anyway' = 'Run tool'): Promise<void> {
  await main(page).getByRole('button', { name: button }).click();
  const view = (name: string) => pane().getByRole('tab', { name, exact: true });
  // The run before it is shown until this one begins.
  const messages = async () => {
    await view('Raw').click();
    return pane().textContent();
  };
  await expect.poll(messages, { timeout: WAIT_MS }).toContain(text);
  await view('Result').click();
}

/** Runs the tool; the server answers with this text, which mostly tells what it got. */
const answers = (text: string, button?: 'Send anyway') => sends(`"text":${JSON.stringify(text)}`, button);

const got = (args: unknown, button?: 'Send anyway') => answers(JSON.stringify(args), button);

test('case schema-ref-recursive: the form opens level by level, arguments keep their shape, results are checked', async () => {
  await startCase(page, 'schema-ref-recursive');
  await tool('loop');
  const rows = main(page).getByRole('option');
  expect(await rows.allTextContents()).toEqual(['tree', 'filter', 'self', 'old-style', 'loop']);
  await tool('tree');
  await box('/root/name').fill('top');
  await at('/root/children').getByRole('button', { name: 'Add entry' }).click();
  await box('/root/children/0/name').fill('middle');
  await at('/root/children/0/children').getByRole('button', { name: 'Add entry' }).click();
  // From here on as JSON: a schema that contains itself has no end.
  await box('/root/children/0/children/0').fill('{"name":"low"}');
  await answers('3');
  const request = { root: { name: 'top', children: [{ name: 'middle', children: [{ name: 'low' }] }] } };
  await pane().getByText('Matches outputSchema').waitFor();
  await pane().getByRole('tab', { name: 'Raw', exact: true }).click();
  await expect.poll(() => pane().textContent()).toContain(JSON.stringify(request.root));
  await pane().getByRole('tab', { name: 'Result', exact: true }).click();

  await tool('filter');
  await branch('Form 2').first().click();
  await box('/where/field').fill('name');
  await got({ where: { field: 'name' } });
  await tool('self');
  await box('/next/value').fill('2');
  await state().getByText('Arguments match the schema').waitFor();
  await got({ next: { value: 2 } });
  await tool('old-style');
  await at('/a').getByRole('radio', { name: 'y' }).click();
  await answers('y');
  await tool('loop');
  await state().getByText('Not checked: the schema or the value is nested too deep.').waitFor();
  await answers('ok');

  // The definition is copied as JSON.
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await choose(page, 'Tools', 'tree');
  await page.keyboard.press('Control+C');
  const copied = async () => JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
  await expect.poll(copied).toMatchObject({ name: 'tree', inputSchema: { $defs: { Node: { type: 'object' } } } });
});

test('case schema-ref-dangling: a schema that points nowhere is named, its tool is called all the same', async () => {
  await startCase(page, 'schema-ref-dangling');
  await tool('good');
  expect(await main(page).getByRole('option').count()).toBe(5);
  await answers('good');
  await tool('dangling-in');
  await state().getByText('Not checked: the schema points to #/$defs/Missing, which it does not contain.').waitFor();
  await box('/a').fill('{"any":1}');
  await got({ a: { any: 1 } });
  await tool('dangling-out');
  await answers('{"id":1}');
  await pane()
    .getByText(/#\/\$defs\/Widget, which it does not contain/)
    .first()
    .waitFor();
  await tool('remote');
  await state()
    .getByText(/person\.json, which this app does not fetch\.$/)
    .waitFor();
  await tool('external');
  await answers('{"id":1}');
  await pane()
    .getByText(/other\.json.*which this app does not fetch/)
    .first()
    .waitFor();
  expect(leaks).toEqual([]);
});

test('case schema-one-bad-tool: the others work, each malformed one is listed with its reason and its JSON', async () => {
  await startCase(page, 'schema-one-bad-tool');
  for (const name of ['healthy', 'healthy-2']) {
    await tool(name);
    await answers(`called ${name}`);
  }
  await tool('schema-is-string');
  await state().getByText('Not checked: the schema is neither an object nor true or false.').waitFor();
  await answers('called schema-is-string');
  const leftOut = main(page).getByRole('listbox', { name: 'Left out' }).getByRole('option');
  expect(await leftOut.count()).toBe(5);
  await leftOut.filter({ hasText: 'just-a-string' }).click();
  await main(page)
    .getByText(/was left out$/)
    .waitFor();
  for (const row of await leftOut.all()) expect(await row.getAttribute('title')).not.toBe('');
});

test('case schema-root-union: each branch has its fields, only those of the chosen one are sent', async () => {
  await startCase(page, 'schema-root-union');
  await tool('notify');
  await box('/address').fill('ann@example.test');
  await got({ address: 'ann@example.test', kind: 'email' });
  await branch('sms').click();
  expect(await box('/address').count()).toBe(0);
  expect(await at('/phone').textContent()).toContain('required');
  expect(await at('/country').textContent()).not.toContain('required');
  await box('/phone').fill('123');
  await got({ kind: 'sms', phone: '123' });
  await branch('email').click();
  expect(await box('/address').inputValue(), 'what was typed is kept').toBe('ann@example.test');
  await tool('numeric');
  await branch('2').click();
  await at('/b').getByRole('button', { name: 'true', exact: true }).click();
  await got({ kind: 2, b: true });
  await tool('merged');
  await box('/id').fill('1');
  await box('/page').fill('2');
  await box('/size').fill('3');
  await box('/q').fill('x');
  await got({ id: 1, page: 2, size: 3, q: 'x' });
  await tool('cond');
  await at('/mode').getByRole('radio', { name: 'url' }).click();
  expect(await box('/path').count()).toBe(0);
  await box('/url').fill('x://y');
  await got({ mode: 'url', url: 'x://y' });
});

test('case schema-nullable: a value, null and nothing are three things; typing adds nothing', async () => {
  await startCase(page, 'schema-nullable');
  await tool('nullable');
  await send('mode', 'Send null');
  await got({ mode: null });
  await at('/mode').getByRole('button', { name: 'Enter a value' }).click();
  await at('/mode').getByRole('radio', { name: 'send' }).click();
  await box('/list').fill('a "quoted" \\ text');
  await box('/count').fill('0');
  await at('/flag').getByRole('button', { name: 'false', exact: true }).click();
  await at('/enumNull').getByRole('radio', { name: 'b' }).click();
  await at('/tags').getByRole('button', { name: 'Add entry' }).click();
  await box('/tags/0').fill('x');
  await branch('integer').click();
  await box('/id').fill('7');
  await at('/onlyNull').getByRole('radio').click();
  const all = { mode: 'send', list: 'a "quoted" \\ text', count: 0, flag: false, enumNull: 'b', tags: ['x'], id: 7 };
  await got({ ...all, onlyNull: null });
  await box('/list').fill('');
  await box('/count').fill('');
  await at('/flag').getByRole('button', { name: 'not sent' }).click();
  await send('enumNull', 'Send null');
  await send('tags', 'Send null');
  await send('id', 'Do not send');
  await got({ mode: 'send', enumNull: null, tags: null, onlyNull: null });
});

test('case schema-optional-omitted: what is cleared is not sent, an empty text can be, defaults where asked for', async () => {
  await startCase(page, 'schema-optional-omitted');
  await tool('fields');
  await send('text', 'Send empty text');
  await got({ text: '' });
  for (const [name, value] of Object.entries({ note: 'x', price: '1', ratio: '0.5', extra: '{}', page: '3' })) {
    await box(`/${name}`).fill(value);
    await box(`/${name}`).fill('');
  }
  await at('/flag').getByRole('button', { name: 'true', exact: true }).click();
  await at('/flag').getByRole('button', { name: 'not sent' }).click();
  await at('/tags').getByRole('button', { name: 'Add entry' }).click();
  await send('tags', 'Do not send');
  await got({ text: '' });
  await main(page).getByRole('checkbox', { name: 'Send defaults' }).click();
  await main(page).getByText('Also sent:').waitFor();
  await got({ text: '', page: 1, sort: null, zero: 0, no: false });
});

test('case schema-integers: numbers go out as numbers, what is none is marked and stays, limits are named', async () => {
  await startCase(page, 'schema-integers');
  await tool('numbers');
  expect(await at('/n').textContent()).toContain('-10 to 1000');
  expect(await at('/f').textContent()).toContain('more than 0');
  expect(await at('/step').textContent()).toContain('steps of 0.25');
  await box('/n').fill('42xyz');
  await state().getByText('1 problem').waitFor();
  await box('/n').blur();
  await at('/n').getByText('This is not a number. It is kept as text.').waitFor();
  expect(await box('/n').inputValue()).toBe('42xyz');
  for (const [typed, sent] of [
    ['0', '0}'],
    ['-0', '-0}'],
    ['1e3', '1000}'],
    ['1.0', '1'],
  ] as const) {
    await box('/n').fill(typed);
    await sends(`"arguments":{"n":${sent}`);
  }
  await box('/n').press('ArrowUp');
  await got({ n: 2 });
  // Beyond the limits, on purpose.
  await box('/n').fill('1001');
  await box('/text').fill('007');
  await at('/pick').getByRole('radio', { name: '2' }).click();
  await got({ n: 1001, text: '007', pick: 2 }, 'Send anyway');
});

test('case schema-no-type: every tool can be called, and what takes nothing says so', async () => {
  await startCase(page, 'schema-no-type');
  await tool('only-properties');
  await box('/a').fill('x');
  await answers('only-properties {"a":"x"}');
  for (const name of ['empty', 'no-params', 'closed-empty']) {
    await tool(name);
    await form().getByText('This tool takes no arguments.').waitFor();
    await answers(`${name} {}`);
  }
  await tool('pattern-props');
  await form()
    .getByText(/only patterns for names/)
    .waitFor();
  await answers('pattern-props {}');
  await tool('true');
  await box('/any').fill('[1]');
  await answers('true {"any":[1]}');
  await tool('untyped');
  await box('/x').fill('{"k":1}');
  await box('/props/q').fill('y');
  await answers('untyped {"x":{"k":1},"props":{"q":"y"}}');
  await tool('prefix-items');
  await at('/pair').getByRole('button', { name: 'Add all entries' }).click();
  await box('/pair/0').fill('s');
  await box('/pair/1').fill('2');
  await answers('prefix-items {"pair":["s",2]}');
});

test('case schema-hostile-keys: all names come back as they were sent, nothing else changes', async () => {
  await startCase(page, 'schema-hostile-keys');
  await tool('keys');
  const fields = form().getByRole('textbox');
  const count = await fields.count();
  expect(count).toBe(18);
  for (let index = 0; index < count; index += 1) await fields.nth(index).fill(`v${index}`);
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'a.b', 'a[0]', 'with space', ''];
  const others = ['日本', '🎉', 'tag<b>', 'x'.repeat(300), 'a', 'A', '-'];
  await answers(['0', '2', '10', ...names, ...others].map((name) => JSON.stringify(name)).join('\n'));
  for (const name of ['__proto__', 'constructor']) {
    await tool(name);
    await form().getByText('This tool takes no arguments.').waitFor();
  }
  await tool('keys');
  await expect.poll(() => fields.nth(3).inputValue()).toBe('v3');
  await main(page).getByRole('button', { name: 'Earlier arguments' }).click();
  await page.getByRole('list', { name: 'Earlier runs' }).getByRole('listitem').first().waitFor();
  await page.keyboard.press('Escape');
  expect(await page.evaluate(() => 'polluted' in {} || Object.keys(Object.prototype).length > 0)).toBe(false);
});
