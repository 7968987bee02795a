import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { enforceRetention } from '#host/store/retention.ts';
import type { SessionMeta } from '#host/store/session-file.ts';
import { config, temporaryFolder } from './log-kit.ts';

const names = [
  '20260101T000000-one-aaaaaa',
  '20260102T000000-two-bbbbbb',
  '20260103T000000-three-cccccc',
  '20260104T000000-four-dddddd',
];

const bytes = (limit: number) => ({ bytes: limit, days: 0 });

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
  expect(await enforceRetention(dir, bytes(2000), new Set())).toEqual(names.slice(0, 2));
  expect(readdirSync(dir).sort()).toEqual([...names.slice(2), 'not-a-session']);
});

test('folders in use by this host or another one that lives are spared', async () => {
  const dir = sessions({ '20260102T000000-two-bbbbbb': { pid: process.pid, closed: false } });
  const removed = await enforceRetention(dir, bytes(1), new Set(['20260103T000000-three-cccccc']));
  expect(removed).toEqual(['20260101T000000-one-aaaaaa', '20260104T000000-four-dddddd']);
});

test('an ended session of a living host and an open one of a dead host may go', async () => {
  const dir = sessions({
    '20260101T000000-one-aaaaaa': { pid: process.pid, closed: true },
    '20260102T000000-two-bbbbbb': { pid: 1_234_567, closed: false },
  });
  const removed = await enforceRetention(dir, bytes(1), new Set(names.slice(2)), {
    isAlive: (owner) => owner.pid === process.pid,
  });
  expect(removed).toEqual(names.slice(0, 2));
});

test('within the limit, or without a folder, nothing happens', async () => {
  const dir = sessions();
  expect(await enforceRetention(dir, bytes(1_000_000), new Set())).toEqual([]);
  expect(await enforceRetention(join(dir, 'nowhere'), bytes(1), new Set())).toEqual([]);
  expect(existsSync(join(dir, '20260101T000000-one-aaaaaa'))).toBe(true);
});

const DAY = 86_400_000;
const now = () => Date.UTC(2026, 1, 1);

/** Sessions that ended so many days before `now`, in the order of `names`. */
function ended(days: number[], more: Partial<SessionMeta>[] = []): string {
  const dir = sessions(Object.fromEntries(names.map((name) => [name, { pid: 1_234_567, closed: true }])));
  for (const [i, name] of names.entries()) {
    const meta = JSON.parse(readFileSync(join(dir, name, 'session.json'), 'utf8'));
    const closed = { at: now() - (days[i] ?? 0) * DAY, reason: 'user' };
    writeFileSync(join(dir, name, 'session.json'), JSON.stringify({ ...meta, closed, ...more[i] }));
  }
  return dir;
}

test('a session goes when it ended longer ago than the limit, whatever its size', async () => {
  const dir = ended([31, 29, 40, 0]);
  const removed = await enforceRetention(dir, { bytes: 0, days: 30 }, new Set(), { now });
  expect(removed).toEqual([names[0], names[2]]);
});

test('what nobody closed ended with its last record', async () => {
  const dir = sessions({ '20260101T000000-one-aaaaaa': { pid: 1_234_567, closed: false } });
  const [first = '', second = ''] = names;
  const at = (days: number) => new Date(now() - days * DAY);
  utimesSync(join(dir, first, 'wire-00001.jsonl'), at(29), at(29));
  utimesSync(join(dir, second, 'wire-00001.jsonl'), at(31), at(31));
  const isAlive = () => false;
  expect(await enforceRetention(dir, { bytes: 0, days: 30 }, new Set(), { now, isAlive })).toEqual([second]);
});

test('both limits together: first what is too old, then the oldest of the rest', async () => {
  const dir = ended([1, 50, 1, 1]);
  const total = names.reduce((sum, name) => sum + 1000 + statSync(join(dir, name, 'session.json')).size, 0);
  const removed = await enforceRetention(dir, { bytes: total / 2, days: 30 }, new Set(), { now });
  expect(removed).toEqual([names[1], names[0]]);
});

test('pinned sessions stay and take no room from the others', async () => {
  const dir = ended([50, 50, 1, 1], [{ pinned: true }, { pinned: false }]);
  writeFileSync(join(dir, names[0] ?? '', 'wire-00002.jsonl'), 'x'.repeat(100_000));
  const removed = await enforceRetention(dir, { bytes: 50_000, days: 30 }, new Set(), { now });
  expect(removed).toEqual([names[1]]);
});

test('0 is no limit', async () => {
  const dir = ended([5000, 5000, 5000, 5000]);
  expect(await enforceRetention(dir, { bytes: 0, days: 0 }, new Set(), { now })).toEqual([]);
});
