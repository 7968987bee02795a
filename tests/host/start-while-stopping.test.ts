import { expect, test } from 'vitest';
import { nodeScript, openTestHost } from './support/test-host.ts';

/** Answers as a legacy server and takes half a second to end once its input is closed. */
const SLOW_END = `
process.stdin.setEncoding('utf8');
let rest = '';
process.stdin.on('data', (text) => {
  rest += text;
  for (let at = rest.indexOf('\\n'); at >= 0; at = rest.indexOf('\\n')) {
    const m = JSON.parse(rest.slice(0, at));
    rest = rest.slice(at + 1);
    const result = { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 'slow-end', version: '1' } };
    const answer = m.method === 'initialize' ? { result } : { error: { code: -32601, message: 'no' } };
    if (m.id !== undefined) process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id: m.id, ...answer }) + '\\n');
  }
});
process.stdin.on('end', () => setTimeout(() => process.exit(0), 500));
`;

test('a start while the old session is stopping waits for its end and opens a new one', async () => {
  const host = await openTestHost();
  try {
    const serverId = await host.add(nodeScript('-e', [SLOW_END]), { era: 'legacy' });
    const first = await host.ready((await host.client['session.start']({ serverId })).sessionId);
    const stopping = host.client['session.stop']({ sessionId: first.id });
    await host.waitFor('session', (one) => one.id === first.id && one.state.at === 'closing');
    const again = await host.client['session.start']({ serverId });
    expect(again.sessionId).not.toBe(first.id);
    const second = await host.ready(again.sessionId);
    await stopping;
    const old = await host.closed(first.id);
    expect(second.startedAt).toBeGreaterThanOrEqual(old.endedAt ?? Number.POSITIVE_INFINITY);
  } finally {
    await host.close();
  }
});
