import { describe, expect, it } from 'vitest';
import { hasLeftOut, LEFT_OUT, makeScript, type RecordedCall } from '#shared/script/make-script.ts';
import { readScript, writeScript } from '#shared/script/read-script.ts';
import { nextOf } from '#shared/script/script-steps.ts';

const call: RecordedCall = {
  server: { builtin: 'demo' },
  serverName: 'demo',
  method: 'tools/call',
  params: { name: 'ask', arguments: { city: 'Oslo' }, _meta: { progressToken: 1 } },
  asks: [],
  end: { as: 'result' },
  progress: 0,
};
const form = { method: 'elicitation/create', params: { mode: 'form' } };
const url = { method: 'elicitation/create', params: { mode: 'url' } };
const model = { method: 'sampling/createMessage', params: {} };

describe('makeScript', () => {
  it('sends the call again with its answers and expects its end', () => {
    const asks = [
      { ...form, key: 'a', reply: { action: 'accept', content: { name: 'Ada' } } },
      { ...url, key: 'b', reply: { action: 'decline' } },
      { ...model, key: 'c', reply: { role: 'assistant', content: { type: 'text', text: 'hi' }, model: 'm' } },
      { ...model, key: 'd', reply: undefined },
      { method: 'roots/list', params: {}, key: 'e', reply: { roots: [] } },
    ];
    const { servers, steps } = makeScript({ ...call, asks });
    expect(servers).toEqual({ demo: { builtin: 'demo' } });
    expect(steps).toEqual([
      { say: { title: 'tools/call ask' }, do: 'call', with: { name: 'ask', args: { city: 'Oslo' } } },
      { do: 'answer', with: { kind: 'form', content: { name: 'Ada' }, key: 'a' } },
      { do: 'answer', with: { kind: 'url', action: 'decline', key: 'b' } },
      { do: 'answer', with: { kind: 'sampling', text: 'hi', model: 'm', key: 'c' } },
      { do: 'answer', with: { kind: 'sampling', action: 'decline', key: 'd' }, expect: { ok: true } },
    ]);
  });

  it.each([
    ['an error of the protocol', { as: 'error', code: -32602 }, { code: -32602 }],
    ['an error without a code', { as: 'error', code: undefined }, { ok: false }],
    ['an error of the tool', { as: 'tool-error' }, { ok: false }],
  ] as const)('expects %s', (_what, end, expected) => {
    expect(makeScript({ ...call, end }).steps.at(-1)).toMatchObject({ do: 'call', expect: expected });
  });

  it('a stopped call is stopped after as much progress', async () => {
    const script = makeScript({ ...call, end: { as: 'stopped' }, progress: 3 });
    expect(script.steps.at(-1)).toEqual({ do: 'stop', with: { progress: 3 } });
    expect(nextOf(await readScript(await writeScript(script), 'a.yaml'), 0)).toBe('stop');
  });

  it('leaves out what is named like a secret, and says so', () => {
    const params = { name: 'ask', arguments: { api_key: 'sk-1', author: 'Ada' } };
    const script = makeScript({ ...call, params });
    expect(script.steps[0]).toMatchObject({ with: { args: { api_key: LEFT_OUT, author: 'Ada' } } });
    expect(hasLeftOut(script)).toBe(true);
    expect(hasLeftOut(makeScript(call))).toBe(false);
  });

  it('a request that scripts have no verb for is sent as it was', () => {
    const { steps } = makeScript({ ...call, method: 'logging/setLevel', params: { level: 'info', _meta: {} } });
    const message = { jsonrpc: '2.0', id: 'script-1', method: 'logging/setLevel', params: { level: 'info' } };
    expect(steps[0]).toMatchObject({ do: 'raw', with: { message } });
  });
});
