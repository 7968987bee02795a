import { describe, expect, it } from 'vitest';
import { createSchemaChecker } from '#host/check-schema.ts';
import { HostError } from '#shared/errors.ts';
import { type StepEnd, unmet } from '#shared/script/expectation.ts';
import { readScript, writeScript } from '#shared/script/read-script.ts';
import { runScriptSchema } from '#shared/script/run-script.ts';
import { nextOf, pagesOf } from '#shared/script/script-steps.ts';
import { TOUR } from '#shared/script/tour.ts';

const YAML = `
version: 1
steps:
  - do: list
    with: { what: all }
  - do: call
    with: { name: echo, args: { text: hi } }
    expect: { contains: hi }
  - do: ping
`;

/** Each name stands for ten of the one before. */
const BOMB = Array.from(
  { length: 9 },
  (_, at) => `a${at}: &a${at} [${at === 0 ? 'x' : `*a${at - 1}, `.repeat(10)}]`,
).join('\n');

describe('readScript', () => {
  it('reads YAML and JSON into the same steps', async () => {
    const script = await readScript(YAML, 'a.yaml');
    expect(script.steps.map((step) => step.do)).toEqual(['list', 'call', 'ping']);
    expect(await readScript(JSON.stringify(script), 'a.json')).toEqual(script);
  });

  it('takes names of the language for names and nothing else', async () => {
    const script = await readScript(
      'version: 1\nservers: { a: { builtin: demo } }\nsteps: [{ do: call, with: { name: constructor, args: { __proto__: { x: 1 }, toString: 2 } } }]',
      'a.yaml',
    );
    const [step] = script.steps;
    const args = step?.do === 'call' ? step.with.args : {};
    expect(Object.getPrototypeOf(args)).toBe(Object.prototype);
    expect(args).not.toHaveProperty('x');
    expect(args.toString).toBe(2);
  });

  it.each([
    ['an unknown verb', 'version: 1\nsteps: [{do: fly}]', 'steps.0.do'],
    ['a missing argument', 'version: 1\nsteps: [{do: call, with: {}}]', 'steps.0.with.name'],
    ['a key that is not known', 'version: 1\nsteps: [{do: ping, wiht: {}}]', 'wiht'],
    ['another version', 'version: 2\nsteps: [{do: ping}]', 'version'],
    ['no steps', 'version: 1\nsteps: []', 'steps'],
    ['broken YAML', 'version: [1', 'neither YAML nor JSON'],
    ['YAML that nests without end', `version: ${'['.repeat(100_000)}`, 'it nests too deep'],
    ['lists in lists on one line', `version: 1\nsteps:\n  ${'- '.repeat(100_000)}`, 'it nests too deep'],
    ['names that stand for each other without end', BOMB, 'Excessive alias count'],
    ['a file without end', `# ${'x'.repeat(10_000_001)}`, 'too large'],
  ])('refuses %s and names the place', async (_what, text, place) => {
    const error: unknown = await readScript(text, 'a.yaml').catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(HostError);
    expect(String(error)).toContain(place);
  });

  it.each([
    ['YAML', 'version: 1\nsteps:\n  - do: ping\n  - do: call\n    with: { nam: echo }\n', 'line 5, steps.1.with.name'],
    ['JSON', '{"version": 1,\n "steps": [\n  {"do": "fly"}]}', 'line 3, steps.0.do'],
    ['a server', 'version: 1\nservers:\n  a:\n    url: ftp://x\nsteps: [{do: ping}]', 'line 4, servers.a.url'],
    ['YAML that cannot be parsed', 'version: 1\nsteps: [\n', 'line 3'],
  ])('names the line of a mistake in %s', async (_what, text, place) => {
    const error: unknown = await readScript(text, 'a.yaml').catch((caught: unknown) => caught);
    expect(String(error)).toContain(place);
  });

  it('reads what it writes', async () => {
    const script = await readScript(YAML, 'a.yaml');
    expect(await readScript(await writeScript(script), 'b.yaml')).toEqual(script);
  });
});

describe('the parts of a script', () => {
  const PAGES = `
version: 1
steps:
  - { do: connect, say: { title: One, notes: Speak slowly } }
  - { do: call, with: { name: ask }, say: { title: Two } }
  - { do: answer, with: { content: { a: 1 } } }
  - { do: call, with: { name: slow }, target: other }
  - { do: stop }
`;

  it('a step that says nothing belongs to the page before it', async () => {
    const pages = pagesOf(await readScript(PAGES, 'a.yaml'));
    expect(pages.map(({ say, steps }) => [say.title, steps])).toEqual([
      ['One', [0]],
      ['Two', [1, 2, 3, 4]],
    ]);
  });

  it('a call is left open for the answer or the stop that follows at the same server', async () => {
    const script = await readScript(PAGES, 'a.yaml');
    const nexts = script.steps.map((_step, at) => nextOf(script, at));
    expect(nexts).toEqual([undefined, 'answer', undefined, undefined, undefined]);
  });

  it('a step that names no server is at the first one, also beside a step that names it', async () => {
    const named = PAGES.replace('steps:', 'servers: { main: { builtin: demo }, other: { builtin: demo } }\nsteps:');
    const script = await readScript(named.replace('{ name: ask },', '{ name: ask }, target: main,'), 'a.yaml');
    expect(nextOf(script, 1)).toBe('answer');
    expect(nextOf(script, 3)).toBeUndefined();
  });
});

describe('the published schema', () => {
  it('is the one that scripts are read by', async () => {
    const text = `${JSON.stringify(runScriptSchema(), null, 2)}\n`;
    await expect(text).toMatchFileSnapshot('../../../resources/run-script.schema.json');
  });

  it('accepts a script and refuses a wrong one', async () => {
    const check = createSchemaChecker();
    const script = { version: 1, steps: [{ do: 'call', with: { name: 'echo' } }, { do: 'ping' }] };
    expect(check(runScriptSchema(), script)).toEqual({ checked: true, problems: [] });
    expect(check(runScriptSchema(), { version: 1, steps: [{ do: 'call', with: {} }] }).problems).not.toEqual([]);
  });
});

describe('the built-in demo', () => {
  it('is published as a file that reads as itself', async () => {
    const text = await writeScript(TOUR);
    await expect(text).toMatchFileSnapshot('../../../resources/demo-tour.yaml');
    expect(pagesOf(await readScript(text, 'demo-tour.yaml'))).toHaveLength(7);
  });
});

describe('unmet', () => {
  const good: StepEnd = {
    ok: true,
    json: '{"content":[{"type":"text","text":"hi"}],"n":1}',
  };
  const bad: StepEnd = {
    ok: false,
    json: '{"error":{}}',
    problem: 'It broke.',
    code: -32602,
  };

  it('without an expectation a step must end without an error', () => {
    expect(unmet(good, undefined)).toBeUndefined();
    expect(unmet(bad, undefined)).toBe('It broke.');
  });

  it('an error can be what is expected, also by its code', () => {
    expect(unmet(bad, { ok: false })).toBeUndefined();
    expect(unmet(bad, { code: -32602 })).toBeUndefined();
    expect(unmet(bad, { code: -32601 })).toContain('-32601');
    expect(unmet(good, { ok: false })).toContain('without an error');
  });

  it('looks for text and for JSON in the result', () => {
    expect(unmet(good, { contains: 'hi', result: { content: [{ text: 'hi' }] } })).toBeUndefined();
    expect(unmet(good, { contains: 'ho' })).toContain('ho');
    expect(unmet(good, { result: { content: [] } })).toContain('does not hold');
    expect(unmet(good, { result: { n: '1' } })).toContain('does not hold');
  });
});
