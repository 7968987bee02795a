import { afterEach, expect, test } from 'vitest';
import { runDemoOverHttp } from '#demo/http.ts';
import { openTestHost } from './support/test-host.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

test.each(['legacy', 'modern'] as const)(
  '%s over HTTP: the head of each POST stands right before its message, and belongs to its row',
  async (era) => {
    const demo = await runDemoOverHttp({ port: 0, era, log: () => undefined });
    closing.push(demo.close);
    const host = await openTestHost();
    closing.push(host.close);
    const session = await host.open({ kind: 'http', url: demo.url, headers: [], transport: 'auto' });
    const lines = await host.rows(session.id, 'wire');
    const sent = lines.filter(({ k, dir }) => k === 'frame' && dir === 'out');
    expect(sent.length).toBeGreaterThan(2);
    for (const message of sent) {
      const head = lines[message.row - 1];
      expect(head).toMatchObject({ k: 'http', http: 'request', ch: message.ch, seq: message.seq - 1 });
      expect(head?.text).toMatch(/^POST /);
      const near = (seq: number) => host.client['log.rowNear']({ sessionId: session.id, seq });
      const { own } = await near(message.seq);
      expect(own).toBeDefined();
      expect(await near(message.seq - 1)).toMatchObject({ own });
    }
    // No POST has a row of its own beside that of its message.
    const rows = await host.rows(session.id, 'traffic');
    expect(rows.filter(({ kind, method }) => kind === 'http' && method === 'POST')).toEqual([]);
  },
);
