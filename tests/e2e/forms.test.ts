import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isJsonObject, parseJson, writeJson } from '#shared/exact-json.ts';
import { memberText } from '#shared/json-members.ts';
import { type CorpusSchema, corpus, shapeOf } from '../schemas/corpus.ts';
import { type App, manageApps } from './support/app.ts';
import { findViolations } from './support/browser.ts';
import { addServer, nodeLine } from './support/driver.ts';
import { differences, fillByKeyboard, readShown } from './support/form-driver.ts';

const apps = manageApps('file');
const SENT_MS = 10_000;
/** The run takes well under a minute; on a machine that is busy with other things it may take much longer. */
const LIMIT_MS = 600_000;
let app: App;
let folder: string;

/** Lists one tool for each schema, as text, and writes down each call as it came. */
const SERVER = `
import { appendFileSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
const [tools, calls] = process.argv.slice(2);
const hello = { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'forms', version: '1' } };
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line);
  if (id === undefined) return;
  if (method === 'tools/call') appendFileSync(calls, line + '\\n');
  const result =
    method === 'initialize' ? JSON.stringify(hello)
    : method === 'tools/list' ? '{"tools":' + readFileSync(tools, 'utf8') + '}'
    : '{"content":[]}';
  process.stdout.write('{"jsonrpc":"2.0","id":' + JSON.stringify(id) + ',"result":' + result + '}\\n');
});
`;

/** One of each shape: two tools that differ in words alone get the same form. */
const SCHEMAS: readonly CorpusSchema[] = [
  ...new Map(
    corpus()
      .toReversed()
      .map((one) => [shapeOf(one.schema), one]),
  ).values(),
].toReversed();
const toolName = (index: number) => `t${String(index).padStart(3, '0')}`;
/** Forms that axe looks at: they hold every kind of field. */
const LOOKED_AT = new Set([
  ...['string_required', 'string_default', 'string_long', 'date', 'password', 'base64', 'enum_short', 'enum_long'],
  ...['boolean', 'boolean_default', 'integer_range', 'choices', 'choices_many', 'list', 'cards', 'tuple_rest'],
  ...['map_beside', 'union', 'if_then_else', 'object_deep', 'nullable_any_of', 'header'],
]);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'wirebench-forms-'));
  const path = (name: string) => join(folder, name);
  const tools = SCHEMAS.map(({ schema }, index) => `{"name":"${toolName(index)}","inputSchema":${schema}}`);
  writeFileSync(path('server.mjs'), SERVER);
  writeFileSync(path('tools.json'), `[${tools.join(',')}]`);
  writeFileSync(path('calls.jsonl'), '');
  app = await apps.open();
  // The plain text field that stands there until the code editor is loaded: its text can be read and typed at once.
  await app.page.route('**/monaco-setup*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'export const setUpMonaco = () => new Promise(() => {});' }),
  );
  await addServer(app.page, {
    text: nodeLine(path('server.mjs'), path('tools.json'), path('calls.jsonl')),
    name: 'forms',
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The exact arguments of the calls so far. */
const callsSent = () =>
  readFileSync(join(folder, 'calls.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => memberText(line, ['params', 'arguments']) ?? '');

async function openTool(index: number): Promise<void> {
  const { page } = app;
  if (index === 0) await page.getByRole('option', { name: toolName(0) }).click();
  else {
    await page.locator('.tools [role="option"][aria-selected="true"]').focus();
    await page.keyboard.press('ArrowDown');
  }
  await page.waitForFunction((name) => document.querySelector('.tool-h h2')?.textContent === name, toolName(index));
}

const jsonText = () => app.page.locator('.arg-json textarea').inputValue();

/** The same value with another text in its first text, for the way from JSON to the form. */
function changed(value: unknown): unknown {
  let done = false;
  const walk = (one: unknown): unknown => {
    if (done) return one;
    if (one === 'a1') {
      done = true;
      return 'from JSON';
    }
    if (Array.isArray(one)) return one.map(walk);
    return isJsonObject(one) ? Object.fromEntries(Object.entries(one).map(([key, item]) => [key, walk(item)])) : one;
  };
  return walk(value);
}

/** Fills one form, changes its value as JSON, sends it; what is wrong with any of it. */
async function tryForm(index: number, { name, schema }: CorpusSchema): Promise<string[]> {
  const { page } = app;
  await openTool(index);
  await page.getByRole('tab', { name: 'Form' }).focus();
  await fillByKeyboard(page, schema.includes('9223372036854775807'));
  const typed = await readShown(page);
  const problems: string[] = [];
  if (LOOKED_AT.has(name))
    problems.push(...(await findViolations(page, '.args')).map((found) => JSON.stringify(found)));
  await page.keyboard.press('Control+e');
  const value = parseJson((await jsonText()) || '{}');
  problems.push(...differences(typed, value).map((text) => `form to JSON: ${text}`));
  const next = changed(value);
  await page.locator('.arg-json textarea').focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(writeJson(next));
  await page.keyboard.press('Control+e');
  problems.push(...differences(await readShown(page), next).map((text) => `JSON to form: ${text}`));
  const before = callsSent().length;
  await page.keyboard.press('Control+Shift+Enter');
  await expect.poll(() => callsSent().length, { timeout: SENT_MS, interval: 5 }).toBe(before + 1);
  const sent = callsSent().at(-1);
  if (sent !== writeJson(next)) problems.push(`sent ${sent} instead of ${writeJson(next)}`);
  return problems.map((text) => `${name}: ${text}`);
}

test(
  '[SCHEMA-10] every form is filled in by keyboard, is one value with its JSON, and is sent as it is shown',
  async () => {
    expect(corpus().length).toBeGreaterThanOrEqual(120);
    const { page } = app;
    await page.getByRole('tab', { name: 'Tools' }).click();
    const problems: string[] = [];
    for (const [index, schema] of SCHEMAS.entries()) {
      problems.push(...(await tryForm(index, schema)));
    }
    expect(problems).toEqual([]);
  },
  LIMIT_MS,
);
