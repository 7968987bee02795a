import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { HostError } from '#shared/errors.ts';
import { RunScript, type RunScriptInput } from '#shared/script/run-script.ts';
import { Player } from '../../../../src/renderer/features/demo/player.ts';
import { FakeHost } from '../../support/fake-host.ts';
import { openWirebench } from '../../support/render-view.tsx';
import { pending, server, session } from '../../support/samples.ts';

const call = (more: object = {}) => ({ do: 'call' as const, with: { name: 'echo', args: { text: 'hi' } }, ...more });

async function openPlayer(steps: RunScriptInput['steps'], more: Partial<RunScriptInput> = {}) {
  const host = new FakeHost();
  host.put('server', 'srv1', server({ sessionId: 'ses1' }));
  host.put('session', 'ses1', session());
  const ending = new AbortController();
  onTestFinished(() => ending.abort());
  const wirebench = await openWirebench(host, { serverId: 'srv1' });
  const script = RunScript.parse({ version: 1, servers: { orders: { saved: 'orders-db' } }, ...more, steps });
  const player = new Player(wirebench, script, ending.signal);
  const settled = () => vi.waitFor(() => expect(player.state.getState().running).toBe(false));
  const started = (count: number) => vi.waitFor(() => expect(host.inputs('operation.run')).toHaveLength(count));
  return { host, player, wirebench, settled, started, leave: () => ending.abort() };
}

describe('Player', () => {
  it('sends the step of a page, keeps its outcome, and then turns the page', async () => {
    const { host, player, settled, started } = await openPlayer([
      call({ say: { title: 'One' } }),
      call({ say: { title: 'Two' } }),
    ]);
    player.next();
    await started(1);
    expect(host.inputs('operation.run')[0]).toMatchObject({ sessionId: 'ses1', verb: 'tools.call' });
    // A second press while it runs does nothing.
    player.next();
    host.finish('op-1', { content: [] });
    await settled();
    expect(player.state.getState()).toMatchObject({ page: 0, at: 0 });
    expect(player.state.getState().played[0]?.outcome).toMatchObject({ ok: true, json: '{"content":[]}' });
    player.next();
    expect(player.state.getState()).toMatchObject({ page: 1, at: undefined });
    expect(host.inputs('operation.run')).toHaveLength(1);
  });

  it('stops at a question, and answers it by the script with the next step', async () => {
    const answer = { do: 'answer' as const, with: { content: { name: 'Ada' } }, expect: { contains: 'Ada' } };
    const { host, player, settled, started } = await openPlayer([call(), answer]);
    player.next();
    await started(1);
    expect(host.inputs('operation.run')[0]).toMatchObject({ by: { kind: 'script', answers: true } });
    host.put('pending', 'in1', pending({ id: 'in1', operationId: 'op-1' }));
    await settled();
    expect(host.inputs('pending.answer')).toEqual([]);
    expect(player.state.getState().played[0]?.outcome?.ask?.id).toBe('in1');
    player.next();
    await vi.waitFor(() => expect(host.inputs('pending.answer')).toHaveLength(1));
    expect(host.inputs('pending.answer')[0]).toEqual({
      id: 'in1',
      reply: { action: 'accept', content: { name: 'Ada' } },
      by: 'script',
    });
    host.finish('op-1', { content: [{ type: 'text', text: 'Hello, Ada.' }] });
    await settled();
    expect(player.state.getState().played[1]).toMatchObject({ operationId: 'op-1', outcome: { ok: true } });
    expect(player.state.getState().played[1]?.problem).toBeUndefined();
    expect(player.over).toBe(true);
  });

  it('takes back the call that waits to be allowed when the demo is left', async () => {
    const { host, player, wirebench, started, leave } = await openPlayer([call()]);
    host.on('operation.run', () => new Promise(() => undefined));
    player.next();
    await started(1);
    const approval = { asker: { kind: 'script' as const, name: 'Tour' }, mayRemember: false };
    const { operationId: _call, ...ask } = pending({ kind: 'approval', via: 'app' });
    host.put('pending', 'other', {
      ...ask,
      id: 'other',
      approval: { ...approval, asker: { kind: 'model', name: 'm' } },
    });
    host.put('pending', 'own', { ...ask, id: 'own', approval });
    await vi.waitFor(() => expect(wirebench.entities.getState().pending.size).toBe(2));
    leave();
    await vi.waitFor(() => expect(host.inputs('pending.answer')).toEqual([{ id: 'own', reply: { action: 'cancel' } }]));
  });

  it('going back takes the question back whether a call may be made, and shows the page from its beginning', async () => {
    const { host, player, wirebench, started, settled } = await openPlayer([call({ say: { title: 'One' } })]);
    let deny: () => void = () => undefined;
    host.on('operation.run', async () => {
      await new Promise<void>((resolve) => {
        deny = resolve;
      });
      throw new HostError('REFUSED', 'You denied this call, so it was not made.');
    });
    player.next();
    await started(1);
    const { operationId: _call, ...ask } = pending({ kind: 'approval', via: 'app' });
    const approval = { asker: { kind: 'script' as const, name: 'Tour' }, mayRemember: false };
    host.put('pending', 'own', { ...ask, id: 'own', approval });
    await vi.waitFor(() => expect(wirebench.entities.getState().pending.size).toBe(1));
    host.on('pending.answer', () => deny());
    player.previous();
    await settled();
    expect(host.inputs('pending.answer')).toEqual([{ id: 'own', reply: { action: 'cancel' } }]);
    expect(player.state.getState()).toMatchObject({ page: 0, at: undefined });
    expect(player.state.getState().played[0]?.problem).toBeUndefined();
  });

  it('the script goes on from what a person replied in its place', async () => {
    const { host, player, wirebench, settled, started } = await openPlayer([call(), { do: 'answer' }]);
    player.next();
    await started(1);
    host.put('pending', 'in1', pending({ id: 'in1', operationId: 'op-1' }));
    await settled();
    host.patch('pending', 'in1', { status: 'accepted', answeredBy: 'person' });
    await vi.waitFor(() => expect(wirebench.entities.getState().pending.get('in1')?.status).toBe('accepted'));
    player.next();
    host.finish('op-1', { content: ['of the person'] });
    await settled();
    expect(host.inputs('pending.answer')).toEqual([]);
    expect(player.state.getState().played[1]?.outcome).toMatchObject({
      ok: true,
      json: '{"content":["of the person"]}',
    });
  });

  it('says what was expected and is not so', async () => {
    const { host, player, settled, started } = await openPlayer([call({ expect: { contains: 'Bob' } })]);
    player.next();
    await started(1);
    host.finish('op-1', { content: [] });
    await settled();
    expect(player.state.getState().played[0]?.problem).toBe('The result does not contain "Bob".');
  });

  it('going back stops an open call and shows the page from its beginning', async () => {
    const { host, player, settled, started } = await openPlayer([call(), { do: 'stop' }]);
    player.next();
    await started(1);
    await settled();
    player.previous();
    expect(player.state.getState()).toMatchObject({ page: 0, at: undefined });
    await vi.waitFor(() => expect(host.inputs('operation.cancel')).toEqual([{ operationId: 'op-1' }]));
  });

  it('leaving stops a call that waits for an answer: nobody goes on with it', async () => {
    const { host, player, settled, started, leave } = await openPlayer([call(), { do: 'answer' }]);
    player.next();
    await started(1);
    host.put('pending', 'in1', pending({ id: 'in1', operationId: 'op-1' }));
    await settled();
    leave();
    await vi.waitFor(() => expect(host.inputs('operation.cancel')).toEqual([{ operationId: 'op-1' }]));
  });

  it('starts no program of a script before a person agrees', async () => {
    const servers = { odd: { command: 'node', args: ['a b.js'] } };
    const { host, player } = await openPlayer([{ do: 'connect' }], { servers });
    expect(player.state.getState().strangers).toEqual(['node "a b.js"']);
    player.next();
    expect(host.inputs('server.save')).toEqual([]);
    player.agree();
    player.next();
    await vi.waitFor(() => expect(host.inputs('session.start')).toHaveLength(1));
    expect(host.inputs('server.save')[0]).toMatchObject({
      name: 'odd',
      endpoint: { command: 'node', args: ['a b.js'] },
    });
  });

  it('a demo server that is connected is used as it is, and nothing that runs on it is cut', async () => {
    const servers = { demo: { builtin: 'demo' as const } };
    const { host, player, wirebench, settled } = await openPlayer([{ do: 'connect' }, call()], { servers });
    const demo = (id: string, sessionId: string) => {
      const entry = server({ sessionId });
      const config = {
        ...entry.config,
        name: id,
        endpoint: { kind: 'builtin' as const, name: 'demo' as const, era: 'both' as const },
      };
      host.put('server', id, { ...entry, id, config });
    };
    demo('off', 'none');
    demo('used', 'ses2');
    host.put('session', 'ses2', session({ id: 'ses2', serverId: 'used' }));
    await vi.waitFor(() => expect(wirebench.entities.getState().server.size).toBe(3));
    player.next();
    await settled();
    expect(host.inputs('session.restart')).toEqual([]);
    expect(host.inputs('session.start')).toEqual([]);
    expect(player.state.getState().played[0]).toMatchObject({ sessionId: 'ses2', joined: true, outcome: { ok: true } });
  });

  it('a server that is being stopped is started anew', async () => {
    const { host, player, wirebench, settled } = await openPlayer([{ do: 'connect', target: 'orders' }]);
    host.put('session', 'ses1', session({ state: { at: 'closing', rung: 'asked to end' } }));
    host.on('session.start', () => {
      host.put('session', 'ses2', session({ id: 'ses2' }));
      return { sessionId: 'ses2' };
    });
    await vi.waitFor(() => expect(wirebench.entities.getState().session.get('ses1')?.state.at).toBe('closing'));
    player.next();
    await settled();
    expect(player.state.getState().played[0]).toMatchObject({ sessionId: 'ses2', joined: false });
  });

  it('a server that is not on the list is a problem of the step, in words', async () => {
    const { player, settled } = await openPlayer([{ do: 'ping', target: 'nobody' }]);
    player.next();
    await settled();
    expect(player.state.getState().played[0]?.problem).toContain('There is no server "nobody" in the list.');
  });
});

describe('Results', () => {
  it('are numbered over all servers of a script, and only those of calls, resources and prompts', async () => {
    const steps: RunScriptInput['steps'] = [
      { do: 'ping' },
      call(),
      { do: 'call-all' },
      call({ target: 'other' }),
      { do: 'compare', with: { a: 1, b: 2 } },
    ];
    const servers = { orders: { saved: 'orders-db' }, other: { saved: 'other-db' } };
    const { host, player, settled, started } = await openPlayer(steps, { servers });
    host.put('server', 'srv2', { ...server({ name: 'other-db', sessionId: 'ses2' }), id: 'srv2' });
    host.put('session', 'ses2', session({ id: 'ses2', serverId: 'srv2' }));
    host.setItems('ses1', 'tools', [{ name: 'echo', inputSchema: { type: 'object' } }]);
    for (let at = 1; at <= 4; at += 1) {
      player.next();
      await started(at);
      host.finish(`op-${at}`, { content: [] }, { exchangeIds: [`x${at}`] });
      await settled();
      player.next();
    }
    player.next();
    await vi.waitFor(() => expect(host.inputs('compare.run')).toHaveLength(1));
    expect(host.inputs('compare.run')[0]).toMatchObject({
      a: { sessionId: 'ses1', exchangeId: 'x2' },
      b: { sessionId: 'ses2', exchangeId: 'x4' },
    });
  });
});
