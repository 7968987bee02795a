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
  const fold = new ExchangeFold({
    row: (row) => rows.push(row),
    changed: () => undefined,
    finding: (finding) => findings.push(finding),
  });
  const tied = new Map<number, number>();
  for (const text of trace.trim().split('\n')) {
    const record = WireRecord.parse(JSON.parse(text));
    fold.apply(record);
    tied.set(record.seq, fold.rowOfRecord);
  }
  const of = (row: TrafficRow) => findings.filter((finding) => tied.get(finding.seq) === row.row);
  return `${rows.map((row) => line(row, of(row))).join('\n')}\n`;
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
  test.each(names)('%s folds to the same rows as before', async (name) => {
    const rows = listing(readFileSync(new URL(name, folder), 'utf8'));
    await expect(rows).toMatchFileSnapshot(new URL(name.replace('.jsonl', '.txt'), folder).pathname);
  });
});
