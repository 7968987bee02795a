import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ExchangeFold } from '#core/fold/exchange-fold.ts';
import type { TrafficRow } from '#shared/exchange.ts';
import { type Finding, WireRecord } from '#shared/records.ts';

const folder = new URL('../../traces/', import.meta.url);

function line(row: TrafficRow, findings: Finding[]): string {
  const folded = row.under === undefined ? '' : ` as ${row.under}.${row.nth}`;
  const parent = row.under !== row.parent && row.parent !== undefined ? `${folded} of ${row.parent}` : folded;
  const group = row.group === undefined ? '' : ` (${row.group}, ${row.members} folded)`;
  const took = row.tookUs === undefined ? '' : ` ${row.tookUs / 1000} ms`;
  const waited = row.waitedUs === undefined ? '' : ` waited ${row.waitedUs / 1000} ms`;
  const says = [row.name, row.level, row.logger, row.preview, row.summary]
    .filter((part) => part !== undefined)
    .join(' | ');
  const head = `${row.row} #${row.seq} ${row.dir} ${row.kind} ${row.method} [${row.status}]${took}${waited}${parent}${group}`;
  const remarks = findings.map((finding) => `\n    ${finding.severity} ${finding.rule} ${finding.text}`).join('');
  return `${head}${says ? ` ${says}` : ''}${remarks}`;
}

/** A recorded session as the Traffic table would list it. */
function listing(trace: string): string {
  const rows: TrafficRow[] = [];
  const findings: Finding[] = [];
  const tied = new Map<number, number>();
  const fold = new ExchangeFold({
    row: (row) => rows.push(row),
    changed: () => undefined,
    finding: (finding) => findings.push(finding),
    joined: (seq, row) => tied.set(seq, row),
  });
  for (const text of trace.trim().split('\n')) {
    const record = WireRecord.parse(JSON.parse(text));
    fold.apply(record);
    tied.set(record.seq, fold.rowOfRecord);
  }
  const of = (row: TrafficRow) => findings.filter((finding) => tied.get(finding.seq) === row.row);
  return `${rows.map((row) => line(row, of(row))).join('\n')}\n`;
}

/** The same session with the head of each POST before its message, as it is recorded since; in `swapped` their numbers. */
function headsFirst(trace: string) {
  const records = trace
    .trim()
    .split('\n')
    .map((text) => WireRecord.parse(JSON.parse(text)));
  const swapped = new Map<number, number>();
  for (const [at, record] of records.entries()) {
    const before = records[at - 1];
    if (record.k !== 'http' || record.what !== 'request' || before?.k !== 'frame' || before.ch !== record.ch) continue;
    swapped.set(before.seq, record.seq).set(record.seq, before.seq);
    const { seq, t, m } = before;
    records[at - 1] = { ...record, seq, t, m };
    records[at] = { ...before, seq: record.seq, t: record.t, m: record.m };
  }
  return { text: records.map((record) => JSON.stringify(record)).join('\n'), swapped };
}

describe('recorded sessions', () => {
  const names = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
  test('there are traces of both eras on both wires, of the older wire, of hostile servers, and of what asks and waits', () => {
    const eras = ['legacy-stdio', 'modern-stdio', 'legacy-http', 'modern-http', 'old-http-sse'];
    const hostile = ['hostile-legacy-stdio', 'hostile-modern-stdio', 'hostile-batch'];
    const longer = ['legacy-task', 'modern-task', 'modern-input-required', 'legacy-elicitation'];
    expect(names.map((name) => name.replace('.jsonl', ''))).toEqual(
      expect.arrayContaining([...eras, ...hostile, ...longer]),
    );
  });
  test.each(names)('%s tells nothing of the computer it was recorded on', (name) => {
    expect(readFileSync(new URL(name, folder), 'utf8')).not.toMatch(/\/(?:tmp|home|root|Users|work)\b/);
  });
  test.each(names.filter((name) => name.includes('http')))('%s folds alike in the older order', (name) => {
    const before = readFileSync(new URL(name, folder), 'utf8');
    const { text, swapped } = headsFirst(before);
    expect(swapped.size).toBeGreaterThan(0);
    const numbered = (seqs: ReadonlyMap<number, number>) => (listed: string) =>
      listed
        .replace(/ #(\d+)/g, (_all, seq) => ` #${seqs.get(Number(seq)) ?? seq}`)
        // Times are those of the records, and those have changed places.
        .replace(/ [\d.]+ ms/g, ' ms');
    expect(numbered(swapped)(listing(text))).toBe(numbered(new Map())(listing(before)));
  });
  test.each(names)('%s folds to the same rows as before', async (name) => {
    const rows = listing(readFileSync(new URL(name, folder), 'utf8'));
    await expect(rows).toMatchFileSnapshot(new URL(name.replace('.jsonl', '.txt'), folder).pathname);
  });
});
