import { ExchangeFold } from '#core/fold/exchange-fold.ts';
import type { TrafficRow } from '#shared/exchange.ts';
import type { Finding, RecordDraft, WireRecord } from '#shared/records.ts';

/** A fold with everything it told, and short ways to feed it. */
export class Collected {
  readonly rows: TrafficRow[] = [];
  readonly findings: Finding[] = [];
  readonly changes: number[] = [];
  readonly joined: [seq: number, row: number][] = [];
  readonly fold: ExchangeFold;
  seq = 0;
  m = 0;

  constructor() {
    this.fold = new ExchangeFold({
      row: (row) => this.rows.push(row),
      changed: (row) => this.changes.push(row.row),
      finding: (finding) => this.findings.push(finding),
      joined: (seq, row) => this.joined.push([seq, row]),
    });
  }

  /** The next record, a millisecond after the last one. */
  add(draft: RecordDraft, afterUs = 1000): WireRecord {
    this.m += afterUs;
    const stamp = { seq: ++this.seq, t: 1_790_000_000_000_000 + this.m, m: this.m };
    const record = { ...stamp, ...draft } as WireRecord; // a draft with its stamp is a record
    this.fold.apply(record);
    return record;
  }
  out(message: object | string, ch = 'stdio'): WireRecord {
    return this.add({ k: 'frame', dir: 'out', ch, text: wire(message) });
  }
  in(message: object | string, ch = 'stdio', afterUs = 1000): WireRecord {
    return this.add({ k: 'frame', dir: 'in', ch, text: wire(message) }, afterUs);
  }
  request(id: string | number, method: string, params: object = {}, ch = 'stdio'): WireRecord {
    return this.out({ id, method, params }, ch);
  }
  answer(id: string | number | null, result: unknown = {}): WireRecord {
    return this.in({ id, result });
  }

  get rules(): string[] {
    return this.findings.map((finding) => finding.rule);
  }
  row(index: number): TrafficRow {
    const row = this.rows[index];
    if (!row) throw new Error(`no row ${index}`);
    return row;
  }
  exchange(record: WireRecord) {
    const found = this.fold.exchange(`x${record.seq}`);
    if (!found) throw new Error(`no exchange of record ${record.seq}`);
    return found;
  }
}

function wire(message: object | string): string {
  return typeof message === 'string' ? message : JSON.stringify({ jsonrpc: '2.0', ...message });
}

export const modernMeta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};
