import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { enforceRetention } from '#host/store/retention.ts';
import { config, temporaryFolder } from './log-kit.ts';

const names = [
  '20260101T000000-one-aaaaaa',
  '20260102T000000-two-bbbbbb',
  '20260103T000000-three-cccccc',
  '20260104T000000-four-dddddd',
];

function sessions(owners: Record<string, { pid: number; closed: boolean }> = {}): string {
  const dir = temporaryFolder();
  for (const name of names) {
    mkdirSync(join(dir, name, 'bodies'), { recursive: true });
    writeFileSync(join(dir, name, 'wire-00001.jsonl'), 'x'.repeat(600));
    writeFileSync(join(dir, name, 'bodies', '1'), 'x'.repeat(400));
    const owner = owners[name];
    if (!owner) continue;
    const closed = owner.closed ? { closed: { at: 1, reason: 'user' } } : {};
    const meta = { format: 1, sessionId: 's', serverId: 'one', config, startedAt: 1, app: '0', owner, ...closed };
    writeFileSync(join(dir, name, 'session.json'), JSON.stringify(meta));
  }
  return dir;
}

test('the oldest whole folders go until the rest is within the limit', async () => {
  const dir = sessions();
  mkdirSync(join(dir, 'not-a-session'));
  expect(await enforceRetention(dir, 2000, new Set())).toEqual(names.slice(0, 2));
  expect(readdirSync(dir).sort()).toEqual([...names.slice(2), 'not-a-session']);
});

test('folders in use by this host or another one that lives are spared', async () => {
  const dir = sessions({ '20260102T000000-two-bbbbbb': { pid: process.pid, closed: false } });
  const removed = await enforceRetention(dir, 0, new Set(['20260103T000000-three-cccccc']));
  expect(removed).toEqual(['20260101T000000-one-aaaaaa', '20260104T000000-four-dddddd']);
});

test('an ended session of a living host and an open one of a dead host may go', async () => {
  const dir = sessions({
    '20260101T000000-one-aaaaaa': { pid: process.pid, closed: true },
    '20260102T000000-two-bbbbbb': { pid: 1_234_567, closed: false },
  });
  const removed = await enforceRetention(dir, 0, new Set(names.slice(2)), (owner) => owner.pid === process.pid);
  expect(removed).toEqual(names.slice(0, 2));
});

test('within the limit, or without a folder, nothing happens', async () => {
  const dir = sessions();
  expect(await enforceRetention(dir, 1_000_000, new Set())).toEqual([]);
  expect(await enforceRetention(join(dir, 'nowhere'), 0, new Set())).toEqual([]);
  expect(existsSync(join(dir, '20260101T000000-one-aaaaaa'))).toBe(true);
});
