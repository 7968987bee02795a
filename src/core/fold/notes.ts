import type { RpcId } from '#core/messages.ts';
import { ToolAsker } from '#shared/approvals.ts';
import { isFiniteNumber, isObject, type JsonObject } from '#shared/json.ts';
import type { NoteRecord } from '#shared/records.ts';
import type { Answers } from './answers.ts';
import type { Call, CallTable } from './call-table.ts';
import type { RowBook } from './row-book.ts';
import { endRound } from './whole-call.ts';

export interface NotesDeps {
  readonly book: RowBook;
  readonly calls: CallTable;
  readonly answers: Answers;
  /** Nothing that is open is answered any more. */
  over(m: number, status: 'lost' | 'stopped'): void;
}

const isId = (id: unknown): id is RpcId => typeof id === 'string' || typeof id === 'number';

/** Reads what this app itself did or saw, as far as it tells something about calls that their messages do not. */
export class Notes {
  readonly #deps: NotesDeps;

  constructor(deps: NotesDeps) {
    this.#deps = deps;
  }

  read(note: NoteRecord): void {
    const data = isObject(note.data) ? note.data : {};
    const { what, m } = note;
    if (what === 'state' && data.at === 'closed') this.#deps.over(m, data.reason === 'user' ? 'stopped' : 'lost');
    // A new process answers nothing that was asked of the one before it.
    if (what === 'process.started') this.#deps.over(m, 'lost');
    if (what === 'list') this.#listed(note, data);
    if (what === 'round.ended') this.#roundEnded(note, data);
    if (what === 'round.began') this.#deps.answers.refusals.began(note, data.seq);
    if (what === 'round.retried') {
      const again = isId(data.id) ? { id: data.id } : { behind: note.seq };
      this.#deps.answers.refusals.retried(data.seq, again);
    }
    if (!isId(data.id)) return;
    if (what === 'request.written') this.#written(data.id, data.us);
    if (what === 'request.by') this.#startedBy(data.id, data.by);
    if (what === 'request.timeout') this.#givenUp(data.id, 'timed-out', m);
    if (what === 'request.stopped') this.#givenUp(data.id, 'stopped', m);
  }

  #callOf(id: RpcId): Call | undefined {
    return this.#deps.calls.client.get(id) ?? this.#deps.calls.recent(id);
  }

  #givenUp(id: RpcId, status: 'timed-out' | 'stopped', m: number): void {
    const { calls, answers } = this.#deps;
    const open = calls.client.get(id);
    const ended = calls.recent(id);
    if (open) answers.end(open, status, m);
    else if (ended?.exchange.status === 'stopped' && status === 'timed-out') {
      // The cancel notification went out first and looked like a stop by the person.
      ended.exchange.status = status;
      answers.show(ended);
    }
  }

  #written(id: RpcId, us: unknown): void {
    const call = this.#callOf(id);
    if (!call || !isFiniteNumber(us)) return;
    for (const row of new Set([call.row, call.own ?? call.row])) {
      row.sentUs = us;
      this.#deps.book.touch(row);
    }
  }

  /** No person started the request; a log without such notes does not tell. */
  #startedBy(id: RpcId, who: unknown): void {
    const call = this.#callOf(id);
    const by = ToolAsker.safeParse(who).data;
    if (!call || !by) return;
    call.exchange.by = by;
    for (const row of new Set([call.row, call.own ?? call.row])) {
      row.by = by;
      this.#deps.book.touch(row);
    }
  }

  /** A person declined, or the call was stopped: no retry comes that would end the round. */
  #roundEnded({ m }: NoteRecord, { seq, how }: JsonObject): void {
    const { rounds } = this.#deps.calls;
    const at = rounds.findIndex(({ call }) => call.exchange.responseSeq === seq);
    const round = at < 0 ? undefined : rounds.splice(at, 1)[0];
    if (round) endRound(this.#deps.book, round, { m, how: how === 'declined' ? 'declined' : 'stopped' });
  }

  /** What the engine found odd about a list, as a finding on the answer that showed it. */
  #listed(note: NoteRecord, { id, seq, finding }: JsonObject): void {
    if (typeof seq !== 'number' || !isId(id)) return;
    const call = this.#deps.calls.recent(id);
    const key = finding === 'undeclared' ? 'undeclared' : 'pages';
    const on = call ? { row: call.row, exchange: call.exchange } : {};
    this.#deps.book.find(key, seq, { ...on, facts: { why: note.text } });
  }
}
