import { describe, expect, it } from 'vitest';
import { createSchemaChecker } from '#host/check-schema.ts';
import type { ActionResult } from '../../../src/cli/headless/action-result.ts';
import { unmet } from '../../../src/cli/headless/expectation.ts';
import { readRunScript, runScriptSchema } from '../../../src/cli/headless/run-script.ts';
import { UsageError } from '../../../src/cli/usage.ts';

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

describe('readRunScript', () => {
  it('reads YAML and JSON into the same steps', async () => {
    const script = await readRunScript(YAML, 'a.yaml');
    expect(script.steps.map((step) => step.do)).toEqual(['list', 'call', 'ping']);
    expect(await readRunScript(JSON.stringify(script), 'a.json')).toEqual(script);
  });

  it.each([
    ['an unknown verb', 'version: 1\nsteps: [{do: fly}]', 'steps.0.do'],
    ['a missing argument', 'version: 1\nsteps: [{do: call, with: {}}]', 'steps.0.with.name'],
    ['a key that is not known', 'version: 1\nsteps: [{do: ping, wiht: {}}]', 'wiht'],
    ['another version', 'version: 2\nsteps: [{do: ping}]', 'version'],
    ['no steps', 'version: 1\nsteps: []', 'steps'],
    ['broken YAML', 'version: [1', 'neither YAML nor JSON'],
  ])('refuses %s and names the place', async (_what, text, place) => {
    const error: unknown = await readRunScript(text, 'a.yaml').catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(UsageError);
    expect(String(error)).toContain(place);
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

describe('unmet', () => {
  const good: ActionResult = {
    ok: true,
    exitCode: 0,
    json: '{"content":[{"type":"text","text":"hi"}],"n":1}',
    text: '',
  };
  const bad: ActionResult = {
    ok: false,
    exitCode: 1,
    json: '{"error":{}}',
    text: '',
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
