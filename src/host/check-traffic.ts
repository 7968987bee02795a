import type { FoldMessage } from '#core/fold/row-book.ts';
import type { Exchange, TrafficRow } from '#shared/exchange.ts';
import { arrayAt, isObject, textAt } from '#shared/json.ts';
import type { Finding } from '#shared/records.ts';
import { CheckThread } from './check-thread.ts';
import { CleanMessages } from './clean-messages.ts';
import type { MessageJob, Remark } from './workers/message-job.ts';

/** The worker that checks messages of all sessions. */
export type MessageThread = CheckThread<MessageJob[], Remark[][]>;

export function createMessageThread(options: { entry: string | URL; limitMs?: number }): MessageThread {
  return new CheckThread({ ...options, work: 'messages' });
}

export interface TrafficChecksOptions {
  thread: Pick<MessageThread, 'run'>;
  /** Takes a finding and where it is shown, some time after its record. */
  put(finding: Finding, on: Place): void;
}

/** The row and the exchange a finding is shown with. */
export interface Place {
  row: TrafficRow;
  exchange?: Exchange | undefined;
}

/** Checks the messages of one session beside the log: nothing waits for it. */
export interface TrafficChecks {
  see(seen: FoldMessage): void;
  /** Resolves when what was seen so far is checked, or after `ms`. */
  settled(ms: number): Promise<void>;
  close(): void;
}

/** Messages of one batch, and what may wait for a check. */
const BATCH = 64;
const MOST_WAITING = 2000;
const MOST_CHARS = 8 << 20;
/** The worker starts only when a session lasts: a short command line ends before. */
const FIRST_MS = 700;
const NEXT_MS = 40;
/** While more messages than this come in one wait, the log needs the processor itself; then the wait is longer, a few times. */
const BUSY = 500;
const PATIENCE = 10;
const BUSY_MS = 300;
/** Notifications of one method that are checked at once; after that one in a second of the record's clock. */
const BURST = 20;
const SECOND_US = 1_000_000;
/** Tools whose schema is remembered, and characters of all of them. */
const MOST_TOOLS = 5000;
const MOST_SCHEMA_CHARS = 8 << 20;
/** Methods whose notifications are counted apart. */
const MOST_METHODS = 100;

/** The beginning of a text that is one message, no batch. */
const ONE_MESSAGE = /^\uFEFF?\s*\{/;
const NOT_CHECKED = { rule: 'DBG-04', severity: 'info', ref: '2026-07-28 basic' } as const;

interface Waiting extends Place {
  seq: number;
  job?: MessageJob;
  /** Under which it is remembered when nothing is found. */
  key?: string | undefined;
  /** Known without a check. */
  remark?: Remark;
}

export function createTrafficChecks(options: TrafficChecksOptions): TrafficChecks {
  return new Checks(options);
}

class Checks implements TrafficChecks {
  readonly #options: TrafficChecksOptions;
  readonly #tools = new ToolSchemas();
  readonly #clean = new CleanMessages();
  readonly #bursts = new Map<string, { left: number; m: number; told: boolean }>();
  #waiting: Waiting[] = [];
  #chars = 0;
  #overflow = false;
  #timer: NodeJS.Timeout | undefined;
  #work: Promise<void> | undefined;
  #started = false;
  /** Messages so far, and waits that may still be made longer. */
  #seen = 0;
  #patience = PATIENCE;
  #closed = false;

  constructor(options: TrafficChecksOptions) {
    this.#options = options;
  }

  see(seen: FoldMessage): void {
    if (this.#closed) return;
    this.#seen += 1;
    const { message, record, row, exchange } = seen;
    const at = { seq: record.seq, row, exchange };
    if (message.kind === 'notification' && this.#isFlood(message.method, record.m, at)) return;
    if (record.body) {
      this.#add({ ...at, remark: notChecked('the message is larger than 1 MiB.') });
      return;
    }
    const job = this.#jobOf(seen);
    const key = this.#clean.keyOf(job, message.kind === 'notification' ? undefined : message.id);
    if (key !== undefined && this.#clean.has(key)) return;
    if (this.#waiting.length < MOST_WAITING && this.#chars + job.text.length <= MOST_CHARS) {
      this.#chars += job.text.length;
      this.#add({ ...at, job, key });
    } else if (!this.#overflow) {
      this.#overflow = true;
      const why = 'messages came faster than they could be checked. Others after this one are left out as well.';
      this.#add({ ...at, remark: notChecked(why) });
    }
  }

  async settled(ms: number): Promise<void> {
    if (this.#closed) return;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms);
    });
    await Promise.race([this.#finish(), late]);
    clearTimeout(timer);
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#waiting = [];
    this.#bursts.clear();
    this.#tools.clear();
    this.#clean.clear();
  }

  async #finish(): Promise<void> {
    while (this.#waiting.length > 0 || this.#work) await this.#run();
  }

  /** True when more notifications of this method came than are checked. */
  #isFlood(method: string, m: number, at: Place & { seq: number }): boolean {
    let burst = this.#bursts.get(method);
    if (!burst) {
      if (this.#bursts.size >= MOST_METHODS) return true;
      burst = { left: BURST, m, told: false };
      this.#bursts.set(method, burst);
    }
    burst.left = Math.min(BURST, burst.left + (m - burst.m) / SECOND_US);
    burst.m = m;
    if (burst.left >= 1) {
      burst.left -= 1;
      return false;
    }
    if (!burst.told) {
      burst.told = true;
      this.#add({ ...at, remark: notChecked('many came at once. From here one in a second is checked.') });
    }
    return true;
  }

  #jobOf({ message, record, exchange, modern }: FoldMessage): MessageJob {
    const sent = record.dir === 'out';
    const era = modern ? 'modern' : 'legacy';
    // A message of repaired bytes has no text of its own.
    const text = () => {
      const whole = record.text !== undefined && ONE_MESSAGE.test(record.text) ? record.text : message.written?.();
      return whole ?? JSON.stringify(message.raw);
    };
    if (message.kind !== 'response') {
      const { kind: part, method } = message;
      // A request of a modern server is a violation as such.
      const keysOnly = part === 'request' && modern && !sent;
      return { text: text(), part, era, method, sent, ...(keysOnly ? { keysOnly } : {}) };
    }
    const { method, name } = exchange ?? { method: '' };
    if (message.error || exchange?.responseSeq !== record.seq)
      return { text: text(), part: 'result', era, method, sent, keysOnly: true };
    if (!sent && method === 'tools/list') {
      this.#tools.learn(message.result);
      // What a tool gives may break its new schema.
      this.#clean.clear();
    }
    const job: MessageJob = { text: text(), part: 'result', era, method, sent };
    if (!sent && method === 'tools/call' && name !== undefined) {
      const outputSchema = this.#tools.of(name);
      job.tool = { name, ...(outputSchema === undefined ? {} : { outputSchema }) };
    }
    return job;
  }

  #add(waiting: Waiting): void {
    this.#waiting.push(waiting);
    if (this.#timer || this.#work) return;
    // Our own greeting alone starts no worker beside a program that is starting.
    if (!this.#started && waiting.job?.sent) return;
    this.#patience = PATIENCE;
    this.#wait(this.#started ? NEXT_MS : FIRST_MS);
  }

  #wait(ms: number): void {
    const before = this.#seen;
    this.#timer = setTimeout(() => {
      this.#patience -= 1;
      if (this.#seen - before > BUSY && this.#patience >= 0) this.#wait(BUSY_MS);
      else void this.#run();
    }, ms);
    // What is not checked yet keeps no process alive.
    this.#timer.unref();
  }

  /** One batch at a time; resolves when it is done. */
  #run(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#work ??= this.#batch().finally(() => {
      this.#work = undefined;
      if (this.#waiting.length === 0 || this.#closed || this.#timer) return;
      this.#wait(0);
    });
    return this.#work;
  }

  async #batch(): Promise<void> {
    this.#started = true;
    const batch = this.#waiting.splice(0, BATCH);
    for (const { job } of batch) this.#chars -= job?.text.length ?? 0;
    const asked = batch.filter((one) => one.job !== undefined);
    for (const one of batch) if (one.remark) this.#tell(one, [one.remark]);
    if (asked.length === 0) return;
    if (await this.#check(asked)) return;
    // One of them took too long or broke the worker: each is tried on its own.
    for (const one of asked) if (!(await this.#check([one]))) return;
  }

  /** False when the batch has to be taken apart, or nothing can be checked any more. */
  async #check(batch: readonly Waiting[]): Promise<boolean> {
    const outcome = await this.#options.thread.run(batch.flatMap(({ job }) => job ?? []));
    if (this.#closed) return batch.length > 1;
    if ('failed' in outcome) {
      const [only] = batch;
      if (batch.length > 1 || !only) return false;
      this.#tell(only, [notChecked(outcome.failed)]);
      return true;
    }
    for (const [at, one] of batch.entries()) {
      const remarks = outcome.result[at];
      if (remarks?.length === 0 && one.key !== undefined) this.#clean.add(one.key);
      this.#tell(one, remarks ?? []);
    }
    return true;
  }

  #tell({ seq, row, exchange }: Waiting, remarks: readonly Remark[]): void {
    if (this.#closed) return;
    for (const remark of remarks) this.#options.put({ ...remark, seq }, { row, exchange });
  }
}

function notChecked(why: string): Remark {
  return { ...NOT_CHECKED, text: `Not checked against the schemas of the protocol: ${why}` };
}

/** The outputSchema of each tool as last listed, as JSON. */
class ToolSchemas {
  readonly #byName = new Map<string, string>();
  #chars = 0;

  learn(result: unknown): void {
    for (const tool of arrayAt(result, 'tools')) {
      const name = textAt(tool, 'name');
      if (name === undefined || !isObject(tool)) continue;
      this.#forget(name);
      const schema = tool.outputSchema;
      if (!isObject(schema) && typeof schema !== 'boolean') continue;
      const text = JSON.stringify(schema);
      if (this.#byName.size >= MOST_TOOLS || this.#chars + text.length > MOST_SCHEMA_CHARS) continue;
      this.#byName.set(name, text);
      this.#chars += text.length;
    }
  }

  of(name: string): string | undefined {
    return this.#byName.get(name);
  }

  clear(): void {
    this.#byName.clear();
    this.#chars = 0;
  }

  #forget(name: string): void {
    this.#chars -= this.#byName.get(name)?.length ?? 0;
    this.#byName.delete(name);
  }
}
