import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cliKit, demoProgram } from './support.ts';

const cli = cliKit();

async function profile(rules: object[]): Promise<string> {
  const path = join(await cli.dataDir(), 'talk.json');
  await writeFile(path, JSON.stringify({ format: 'wirebench-profile', version: 1, name: 'Talk', rules }));
  return path;
}

const FIXED = { kind: 'form', tool: 'ask_name', action: { do: 'reply', text: '{"name":"Ada"}' } };

test('[ELIC-10] a profile answers in the place of the policies, and stderr says which rule did', async () => {
  const path = await profile([FIXED]);
  const { code, stdout, stderr } = await cli.run(['call', 'ask_name', '--profile', path, ...demoProgram()]);
  expect(stdout).toContain('Hello, Ada.');
  expect(stderr).toContain('accepted by a rule of the profile: Fixed reply to forms, tool ask_name.');
  expect(code).toBe(0);
});

test('an option for the same kind wins over the profile; other kinds go on being ruled', async () => {
  const path = await profile([
    FIXED,
    { kind: 'roots', action: { do: 'reply', text: '{"roots":[{"uri":"file:///talk"}]}' } },
  ]);
  const given = ['--profile', path, '--elicit', 'json:{"name":"Bo"}'];
  const form = await cli.run(['call', 'ask_name', ...given, ...demoProgram()]);
  expect(form.stdout).toContain('Hello, Bo.');
  const roots = await cli.run(['call', 'ask_roots', ...given, ...demoProgram()]);
  expect(roots.stdout).toContain('file:///talk');
  const own = await cli.run(['call', 'ask_roots', ...given, '--roots', '/elsewhere', ...demoProgram()]);
  expect(own.stdout).toContain('/elsewhere');
});

test('[ELIC-01] what the profile withholds is not declared; a delay is waited for', async () => {
  const path = await profile([
    { ...FIXED, delayMs: 300 },
    { kind: 'sampling', action: { do: 'withhold' } },
  ]);
  const events = join(await cli.dataDir(), 'events.jsonl');
  const started = Date.now();
  const run = await cli.run(['call', 'ask_name', '--profile', path, ...demoProgram()]);
  expect(run.stdout).toContain('Hello, Ada.');
  expect(Date.now() - started).toBeGreaterThan(300);
  await cli.run(['call', 'ask_model', '--profile', path, '--events', events, ...demoProgram()]);
  const text = (await readFile(events, 'utf8')).replaceAll('\\"', '"');
  const declared = [...text.matchAll(/clientCapabilities":\{(.*?)"extensions/g)].map(([, list]) => list);
  expect(new Set(declared)).toEqual(new Set(['"roots":{},"elicitation":{"form":{},"url":{}},']));
});

test('a profile on standard input is read once, for every server of a script', async () => {
  const script = join(await cli.dataDir(), 'script.json');
  const call = { do: 'call', with: { name: 'ask_name' }, expect: { contains: 'Hello, Ada.' } };
  const servers = { one: { builtin: 'demo' }, two: { builtin: 'demo', era: 'legacy' } };
  const steps = [call, { ...call, target: 'two' }];
  await writeFile(script, JSON.stringify({ version: 1, servers, steps }));
  const text = JSON.stringify({ format: 'wirebench-profile', version: 1, name: 'Talk', rules: [FIXED] });
  const { code, stderr } = await cli.run(['run', script, '--profile', '-'], {}, text);
  expect(stderr.match(/accepted by a rule of the profile/g)).toHaveLength(2);
  expect(code).toBe(0);
});

test.each([
  ['is not there', undefined, 'The profile'],
  ['is no profile', '{"servers":{}}', 'This is no profile of reply rules, see format'],
])('a file that %s is a mistake of the command line', async (_what, text, why) => {
  const path = join(await cli.dataDir(), 'odd.json');
  if (text !== undefined) await writeFile(path, text);
  const { code, stderr } = await cli.run(['ping', '--profile', path, ...demoProgram()]);
  expect(code).toBe(2);
  expect(stderr).toContain(why);
});
