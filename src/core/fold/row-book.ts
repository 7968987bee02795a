import type { Exchange, TrafficKind, TrafficRow } from '#shared/exchange.ts';
import type { Finding, FrameRecord, Severity, WireRecord } from '#shared/records.ts';
import { addFigures, figuresOf, ownFigures, type RowFigures } from '#shared/row-figures.ts';
import type { RpcMessage } from '../messages.ts';
import { type Facts, FindingLog } from './findings.ts';
import { RecentMap } from './recent-map.ts';
import { rowFailed } from './row-failed.ts';
import { byteLength, cutText } from './row-text.ts';
import type { RuleKey } from './rules.ts';

/** A message whose place is known, for checks that are made elsewhere. */
export interface FoldMessage {
  message: RpcMessage;
  record: FrameRecord;
  row: TrafficRow;
  /** Of a request, or of the request that a response is the answer to. */
  exchange?: Exchange | undefined;
  modern: boolean;
}

/** What the fold tells. Row objects stay the fold's own and change later; take what is needed at once. */
export interface FoldEvents {
  row(row: TrafficRow): void;
  changed(row: TrafficRow): void;
  finding?(finding: Finding): void;
  /** A record before the one that is read belongs to this row, as is known only now. */
  joined?(seq: number, row: number): void;
  /** Called for every message: it has to be cheap. */
  message?(seen: FoldMessage): void;
}

const rank: Record<Severity, number> = { info: 1, warn: 2, error: 3 };
/** Longest method of a row; no real one is near it. */
const METHOD_CHARS = 200;
/** Findings shown with one exchange. */
const PER_EXCHANGE = 100;
/** Folded rows that still learn what is found among their members. */
const HEADS = 2000;

/** Size of what a record carried, bytes on the wire. */
export function payloadBytes(record: Exclude<WireRecord, { k: 'note' }>): number {
  if (record.body) return record.body.bytes;
  if (record.b64 !== undefined) {
    const padding = record.b64.endsWith('==') ? 2 : record.b64.endsWith('=') ? 1 : 0;
    return Math.floor(record.b64.length / 4) * 3 - padding;
  }
  return record.text === undefined ? 0 : byteLength(record.text);
}

/** A row with the stamp of its record; `row` and `rev` are given by the book. */
export function rowOf(record: WireRecord, kind: TrafficKind, method: string, dir: 'in' | 'out'): TrafficRow {
  const { seq, t, m } = record;
  return { row: 0, rev: 0, seq, kind, t, m, method: cutText(method, METHOD_CHARS), status: '', bytes: 0, dir };
}

/** Whether rows of the same call may be shown under this one: there is one level only. */
export function takesMembers(row: TrafficRow): boolean {
  return row.under === undefined && (row.group === undefined || row.group === 'rounds');
}

/** Numbers rows, counts changes, and tells both once per record, when the record is wholly read. */
export class RowBook {
  readonly findings = new FindingLog();
  /** Row the record being read belongs to. */
  current: TrafficRow | undefined;
  /** Record of the newest row: the next row is of no earlier one. */
  lastSeq = 0;
  readonly #out: FoldEvents;
  #rows = 0;
  #told = 0;
  #rev = 0;
  readonly #fresh: TrafficRow[] = [];
  #freshCount = 0;
  readonly #changed: TrafficRow[] = [];
  readonly #heads = new RecentMap<number, TrafficRow>(HEADS);

  constructor(out: FoldEvents) {
    this.#out = out;
  }

  /** An earlier record belongs to this row. */
  join(seq: number, row: TrafficRow): void {
    this.#out.joined?.(seq, row.row);
  }

  add(row: TrafficRow): TrafficRow {
    row.row = this.#rows++;
    this.lastSeq = row.seq;
    row.rev = ++this.#rev;
    this.current ??= row;
    this.#fresh[this.#freshCount++] = row;
    return row;
  }

  /** The row was changed. */
  touch(row: TrafficRow): void {
    this.current ??= row;
    if (row.row >= this.#told || this.#changed.includes(row)) return;
    row.rev = ++this.#rev;
    this.#changed.push(row);
  }

  /** Shows a row under another one from now on. Both were added before. */
  fold(row: TrafficRow, head: TrafficRow, group: NonNullable<TrafficRow['group']>): void {
    if (head.members === undefined) this.#heads.set(head.row, head);
    head.group = group;
    head.members = (head.members ?? 0) + 1;
    row.under = head.row;
    if (group !== 'rounds') {
      head.sums = addFigures(figuresOf(head), ownFigures(row));
      if (row.taskStatus !== undefined) head.taskStatus = row.taskStatus;
    }
    row.nth = head.members;
    this.touch(row);
    this.touch(head);
    this.tellHead(row);
  }

  /** The figures of a row have changed: sums that it is a part of follow. */
  grew(row: TrafficRow, before: RowFigures): void {
    const head = row.sums ? row : row.under === undefined ? undefined : this.#heads.get(row.under);
    if (!head?.sums) return;
    head.sums = addFigures(head.sums, ownFigures(row), before);
    this.touch(head);
  }

  /** A poll told the state of its task. */
  taskSeen(row: TrafficRow, status: string): void {
    row.taskStatus = status;
    const head = row.under === undefined ? undefined : this.#heads.get(row.under);
    if (!head?.sums) return;
    head.taskStatus = status;
    this.touch(head);
  }

  /** Lets the row that this one is folded under know when it failed or something was found on it. */
  tellHead(row: TrafficRow): void {
    if (row.under === undefined) return;
    const worst = rowFailed(row) ? 'error' : row.worst;
    const head = worst && this.#heads.get(row.under);
    if (!head || rank[worst] <= (head.membersWorst ? rank[head.membersWorst] : 0)) return;
    head.membersWorst = worst;
    this.touch(head);
  }

  /** A remark about a record, shown on its row and with its exchange. */
  find(key: RuleKey, seq: number, on: { row?: TrafficRow | undefined; exchange?: Exchange; facts?: Facts } = {}): void {
    const finding = this.findings.make(key, seq, on.facts);
    if (finding) this.#show(finding, on);
  }

  /** A remark that was made elsewhere, some time after its record. The row is told again even when it looks the same. */
  put(finding: Finding, on: { row: TrafficRow; exchange?: Exchange | undefined }): void {
    this.findings.keep(finding);
    this.#show(finding, on);
    this.touch(on.row);
  }

  #show(finding: Finding, on: { row?: TrafficRow | undefined; exchange?: Exchange | undefined }): void {
    if (on.exchange && on.exchange.findings.length < PER_EXCHANGE) on.exchange.findings.push(finding);
    if (on.row && rank[finding.severity] > (on.row.worst ? rank[on.row.worst] : 0)) {
      on.row.worst = finding.severity;
      this.touch(on.row);
      this.tellHead(on.row);
    }
    this.#out.finding?.(finding);
  }

  /** Tells what the record brought. */
  commit(): void {
    for (let i = 0; i < this.#freshCount; i += 1) {
      const row = this.#fresh[i];
      if (row) this.#out.row(row);
    }
    this.#freshCount = 0;
    this.#told = this.#rows;
    if (this.#changed.length === 0) return;
    for (const row of this.#changed) this.#out.changed(row);
    this.#changed.length = 0;
  }
}
