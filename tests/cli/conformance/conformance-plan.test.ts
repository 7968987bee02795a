import { describe, expect, it } from 'vitest';
import type { PlainStep } from '#shared/script/script-steps.ts';
import { planOf, readScenario } from '../../../src/cli/conformance/conformance-plan.ts';
import { type ActionResult, done } from '../../../src/cli/headless/action-result.ts';

/** Runs a plan on a server that answers every list with this, and gives the steps. */
async function stepsOf(env: Record<string, string>, lists: unknown): Promise<PlainStep[]> {
  const steps: PlainStep[] = [];
  const perform = (step: PlainStep): Promise<ActionResult> => {
    steps.push(step);
    return Promise.resolve(done(JSON.stringify(lists), ''));
  };
  const scenario = readScenario(env);
  await planOf(scenario)(perform, scenario.context);
  return steps;
}

describe('plans of the conformance suite', () => {
  it('the usual one lists all, calls all, reads one and gets one', async () => {
    const lists = {
      resources: [{ uri: 'a://1' }, { uri: 'a://2' }],
      prompts: [{ name: 'p', arguments: [{ name: 'x', required: true }, { name: 'y' }] }],
    };
    expect(await stepsOf({ MCP_CONFORMANCE_SCENARIO: 'tools_call' }, lists)).toEqual([
      { do: 'list', with: { what: 'all' } },
      { do: 'call-all' },
      { do: 'read', with: { uri: 'a://1' } },
      { do: 'prompt', with: { name: 'p', args: { x: 'sample' } } },
    ]);
  });

  it('calls that the context names come in the place of all', async () => {
    const context = JSON.stringify({ toolCalls: [{ name: 't', arguments: { a: null } }, { name: 'u' }] });
    expect((await stepsOf({ MCP_CONFORMANCE_CONTEXT: context }, {})).slice(1)).toEqual([
      { do: 'call', with: { name: 't', args: { a: null } } },
      { do: 'call', with: { name: 'u', args: {} } },
    ]);
  });

  it('a schema is handed to the echo as it was listed', async () => {
    const inputSchema = { type: 'object', $defs: { a: {} }, 'x-odd': 1 };
    const tools = [
      { name: 'json_schema_echo', inputSchema: {} },
      { name: 'focal', inputSchema },
    ];
    const steps = await stepsOf({ MCP_CONFORMANCE_SCENARIO: 'json-schema-2020-12-preservation' }, { tools });
    expect(steps.at(-1)).toEqual({ do: 'call', with: { name: 'json_schema_echo', args: { schema: inputSchema } } });
  });

  it('a context that cannot be read counts as none', () => {
    expect(readScenario({ MCP_CONFORMANCE_CONTEXT: '{' }).context).toEqual({});
    expect(readScenario({ MCP_CONFORMANCE_CONTEXT: '{"toolCalls":"x"}' }).context).toEqual({});
  });
});
