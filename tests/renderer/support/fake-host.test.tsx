import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { LineRow } from '#shared/exchange.ts';
import { useEntity, useHost, useLog } from '../../../src/renderer/store/wirebench.tsx';
import { FakeHost } from './fake-host.ts';
import { renderView } from './render-view.tsx';
import { line, server, session, traffic } from './samples.ts';

function Probe() {
  const entry = useEntity('server', 'srv1');
  const { buffer } = useLog<LineRow>('ses1', 'stderr', { text: 'WARN' });
  const host = useHost();
  return (
    <>
      <p>{entry?.config.name}</p>
      <ul>
        {Array.from({ length: buffer.count }, (_, index) => (
          <li key={buffer.getRow(index)?.seq ?? index}>{buffer.getRow(index)?.text}</li>
        ))}
      </ul>
      <button type="button" onClick={() => void host['session.start']({ serverId: 'srv1' })}>
        Start
      </button>
    </>
  );
}

test('a view sees entities and filtered log rows, and its calls are kept', async () => {
  const host = new FakeHost();
  host.put('server', 'srv1', server());
  host.put('session', 'ses1', session());
  host.addLines('ses1', 'stderr', [line(0, 'ready'), line(1, 'WARN slow plan')]);
  const { user } = await renderView(host, <Probe />);
  expect(await screen.findByText('WARN slow plan')).toBeTruthy();
  expect(screen.queryByText('ready')).toBeNull();
  host.addLines('ses1', 'stderr', [line(2, 'WARN late')]);
  expect(await screen.findByText('WARN late')).toBeTruthy();
  host.patch('server', 'srv1', { config: { ...server().config, name: 'renamed' } });
  expect(await screen.findByText('renamed')).toBeTruthy();
  await user.click(screen.getByText('Start'));
  expect(host.inputs('session.start')).toEqual([{ serverId: 'srv1' }]);
  expect(host.get('server', 'srv1').sessionId).toBeDefined();
});

test('a changed traffic row reaches the page at its place', async () => {
  const host = new FakeHost();
  host.addTraffic('ses1', [traffic(0, { status: 'open' }), traffic(1)]);
  const events: unknown[] = [];
  const source = host.logs.watch({ sessionId: 'ses1', view: 'traffic' }, () => events.push('wake'));
  expect(source.take(10)).toEqual([{ t: 'reset', total: 2 }]);
  host.addTraffic('ses1', [traffic(0, { rev: 2, status: 'complete' })]);
  expect(source.take(10)).toMatchObject([{ t: 'traffic', total: 2, rows: [{ at: 0, row: { rev: 2 } }] }]);
  expect(events).toEqual(['wake']);
});
