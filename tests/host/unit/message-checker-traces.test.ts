import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ExchangeFold } from '#core/fold/exchange-fold.ts';
import { createTrafficChecks } from '#host/check-traffic.ts';
import { createMessageChecker } from '#host/workers/message-checker.ts';
import { type Finding, WireRecord } from '#shared/records.ts';

const folder = new URL('../../traces/', import.meta.url);

/** What the official schemas say of every message of a recorded session. */
async function checked(name: string): Promise<{ messages: number; findings: Finding[] }> {
  const check = createMessageChecker();
  const findings: Finding[] = [];
  let messages = 0;
  const checks = createTrafficChecks({
    thread: {
      run: (jobs) => {
        messages += jobs.length;
        return Promise.resolve({ result: jobs.map(check) });
      },
    },
    put: (finding) => findings.push(finding),
  });
  const fold = new ExchangeFold({
    row: () => undefined,
    changed: () => undefined,
    message: (seen) => checks.see(seen),
  });
  const lines = readFileSync(new URL(`${name}.jsonl`, folder), 'utf8')
    .trim()
    .split('\n');
  for (const line of lines) fold.apply(WireRecord.parse(JSON.parse(line)));
  await checks.settled(5000);
  checks.close();
  return { messages, findings };
}

describe('recorded sessions against the official schemas', () => {
  const names = readdirSync(folder).flatMap((name) => (name.endsWith('.jsonl') ? name.slice(0, -6) : []));

  test.each(names.filter((name) => !name.startsWith('hostile')))('[DBG-04] %s breaks none', async (name) => {
    const { messages, findings } = await checked(name);
    expect(messages).toBeGreaterThan(2);
    expect(findings).toEqual([]);
  });

  test.each(['legacy', 'modern'])(
    '[RPC-15] the bad tools of the hostile %s server are all that breaks one',
    async (era) => {
      const { findings } = await checked(`hostile-${era}-stdio`);
      expect(findings.map(({ rule, text }) => `${rule} ${text}`)).toEqual([
        'TOOL-01 The answer to tools/list breaks the schema of the protocol: tools[2].name is 7 where text belongs; tools[3] is null where an object belongs. It is shown as it came.',
      ]);
    },
  );
});
