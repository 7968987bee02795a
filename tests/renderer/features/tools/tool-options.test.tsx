import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ToolsTab } from '../../../../src/renderer/features/tools/tools-tab.tsx';
import { savedPart } from '../../../../src/renderer/store/page.ts';
import { useEntity } from '../../../../src/renderer/store/wirebench.tsx';
import { FakeHost } from '../../support/fake-host.ts';
import { type RenderedView, renderView } from '../../support/render-view.tsx';
import { config, http, operation, server, session } from '../../support/samples.ts';

const ECHO = { name: 'echo', inputSchema: { type: 'object', properties: { text: { type: 'string' } } } };

/** The plain text field of the code editor stays; the real one needs a browser. */
const noEditor = () => new Promise<never>(() => undefined);

function Tab() {
  const entry = useEntity('server', 'srv1');
  const current = useEntity('session', 'ses1');
  return entry ? <ToolsTab server={entry} session={current} loadEditor={noEditor} /> : null;
}

async function show(prepare?: (host: FakeHost) => void): Promise<{ host: FakeHost; view: RenderedView }> {
  const host = new FakeHost();
  host.put('server', 'srv1', server({ sessionId: 'ses1' }));
  host.put('session', 'ses1', session());
  host.setItems('ses1', 'tools', [ECHO]);
  prepare?.(host);
  const view = await renderView(host, <Tab />);
  await screen.findByRole('heading', { name: 'echo' });
  return { host, view };
}

const options = async (view: RenderedView) => {
  await view.user.click(screen.getByRole('button', { name: /^Call options/ }));
  return within(await screen.findByRole('dialog', { name: 'Call options' }));
};
const run = (view: RenderedView) => view.user.click(screen.getByRole('button', { name: /^Run/ }));

describe('options of a call', () => {
  it('limits, progress, level and _meta go with the call, and the bar says what counts', async () => {
    const { host, view } = await show();
    expect(screen.getByText('Timeout 60 s')).toBeTruthy();
    const box = await options(view);
    await view.user.type(box.getByLabelText('Without a sign of life'), '5');
    await view.user.type(box.getByLabelText('In all'), '90');
    await view.user.click(box.getByLabelText('Ask for progress'));
    await view.user.selectOptions(box.getByLabelText('Log level'), 'debug');
    await view.user.selectOptions(box.getByLabelText('What the server asks for'), 'me');
    await view.user.click(box.getByLabelText('_meta'));
    await view.user.paste('{"tenant":"acme"}');
    await view.user.keyboard('{Escape}');
    expect(screen.getByText('Timeout 5 s, 90 s in all')).toBeTruthy();
    expect(screen.getByText('Log level: debug')).toBeTruthy();
    await run(view);
    await waitFor(() => expect(host.inputs('operation.run')).toHaveLength(1));
    expect(host.inputs('operation.run')[0]?.input).toEqual({
      name: 'echo',
      args: {},
      timeoutMs: 5000,
      totalMs: 90_000,
      progress: false,
      logLevel: 'debug',
      noRules: true,
      meta: { tenant: 'acme' },
    });
  });

  it('one tool may carry a trace context, or none where the server has them on', async () => {
    const { host, view } = await show();
    const box = await options(view);
    await view.user.click(box.getByLabelText('With a new traceparent'));
    await view.user.keyboard('{Escape}');
    await run(view);
    await waitFor(() => expect(host.inputs('operation.run')[0]?.input).toMatchObject({ trace: true }));
    host.patch('session', 'ses1', { config: config({ trace: true }) });
    const again = await options(view);
    await view.user.click(again.getByLabelText('With a new traceparent'));
    await view.user.keyboard('{Escape}');
    await run(view);
    await waitFor(() => expect(host.inputs('operation.run')[1]?.input).toMatchObject({ trace: false }));
  });

  it('what is wrong with them is said and nothing is sent', async () => {
    const { host, view } = await show();
    const box = await options(view);
    await view.user.click(box.getByLabelText('_meta'));
    await view.user.paste('[1]');
    expect(box.getByText('Enter a JSON object, in braces.')).toBeTruthy();
    await view.user.keyboard('{Escape}');
    await run(view);
    expect((await screen.findByRole('alert')).textContent).toContain('_meta of the call');
    expect(host.inputs('operation.run')).toEqual([]);
  });

  it('headers are offered for HTTP only and never kept on disk', async () => {
    const { host, view } = await show((fake) =>
      fake.patch('session', 'ses1', { config: config({ endpoint: http() }) }),
    );
    const box = await options(view);
    await view.user.click(box.getByLabelText('Headers of this call'));
    await view.user.paste('X-Tenant: acme');
    await view.user.keyboard('{Escape}');
    await run(view);
    await waitFor(() =>
      expect(host.inputs('operation.run')[0]?.input).toMatchObject({ headers: [['X-Tenant', 'acme']] }),
    );
    expect(JSON.stringify(savedPart(view.wirebench.page.getState()))).not.toContain('acme');
    expect(JSON.stringify(view.wirebench.page.getState().heldDrafts)).toContain('acme');
  });

  it('a task is offered where server and tool have it, with how long it is kept', async () => {
    const { host, view } = await show((fake) => {
      const { hello } = session();
      const capabilities = { tools: {}, tasks: { requests: { tools: { call: {} } } } };
      fake.patch('session', 'ses1', { hello: hello && { ...hello, era: 'legacy', capabilities } });
      fake.setItems('ses1', 'tools', [{ ...ECHO, execution: { taskSupport: 'optional' } }]);
    });
    const box = await options(view);
    expect(box.getByLabelText('Log level')).toHaveProperty('disabled', true);
    await view.user.click(box.getByLabelText('Run as a task'));
    await view.user.type(box.getByLabelText('Keep the task'), '120');
    await view.user.keyboard('{Escape}');
    await run(view);
    await waitFor(() => expect(host.inputs('operation.run')[0]?.input).toMatchObject({ asTask: true, ttlMs: 120_000 }));
  });
});

describe('the clock of a call', () => {
  const running = (over: object) => (host: FakeHost) =>
    host.put('operation', 'op1', operation({ label: 'echo', ...over }));

  it('[CANC-02] case call-never-answers: it counts down, and who keeps waiting lifts the limit', async () => {
    const { host, view } = await show(running({ limit: { which: 'idle', endsAt: Date.now() + 42_000 } }));
    expect(screen.getByRole('timer').textContent).toMatch(/^Timeout in 4[12] s$/);
    expect(screen.getByRole('button', { name: 'Run another' })).toBeTruthy();
    await view.user.click(screen.getByRole('button', { name: 'Keep waiting' }));
    expect(await screen.findByText('No time limit')).toBeTruthy();
    expect(host.inputs('operation.keepWaiting')).toEqual([{ operationId: 'op1' }]);
  });

  it('it stands still while a person is asked', async () => {
    await show(running({ status: 'waiting', limit: { which: 'idle', leftMs: 30_000 } }));
    expect(screen.getByRole('timer').textContent).toBe('Timeout paused, 30 s left');
  });

  it('[CANC-08] a task that was asked to stop says so until the server has answered', async () => {
    await show(running({ status: 'polling', taskId: 't1', stopping: true }));
    expect(screen.getByRole('heading', { name: 'Stopping' })).toBeTruthy();
  });

  it('[CANC-07] a late result is shown as late, beside what the run came to', async () => {
    const { host } = await show(running({ status: 'running' }));
    const fault = { kind: 'timeout' as const, message: 'No result after 60 s.' };
    const late = { at: 12_000, seq: 9, bytes: 20 };
    host.finish(
      'op1',
      { content: [{ type: 'text', text: 'better late' }] },
      { status: 'failed', fault, endedAt: 0, late },
    );
    expect(await screen.findByText('better late')).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Timed out' })).toBeTruthy();
    expect(screen.getByText(/The result came 12(\.0)? s after the time limit/)).toBeTruthy();
  });
});
