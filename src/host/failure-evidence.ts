import { isProcessNote } from '#core/fold/line-row.ts';
import type { FailureFacts } from '#core/session-options.ts';
import type { Endpoint, StdioEndpoint } from '#shared/config.ts';
import { isObject } from '#shared/json.ts';
import type { HttpRecord, NoteRecord, WireRecord } from '#shared/records.ts';
import type { Failure, LaunchFacts } from '#shared/session.ts';
import { complete, diagnose } from './launch/diagnosis.ts';
import type { Evidence, LaunchProblem } from './launch/evidence.ts';
import { type LookUpPlaces, lookUp } from './launch/look-up.ts';

/** Lines kept of stderr and of noise: enough for every rule, and for a person to see what came last. */
const TAIL = 50;
/** Longest message that is kept to be compared with its headers. */
const SENT_CHARS = 100_000;

function keep<T>(tail: T[], item: T): void {
  tail.push(item);
  if (tail.length > TAIL) tail.shift();
}

/** Collects what a failure can be explained with, while the session runs. */
export class FailureEvidence {
  readonly #endpoint: Endpoint;
  readonly #startedAt: number;
  readonly #places: LookUpPlaces;
  readonly #stderr: string[] = [];
  readonly #noise: string[] = [];
  /** Place of each kept stderr line in the stderr view, which also has the process notes. */
  readonly #rowOf: number[] = [];
  #rows = 0;
  #memory: number | undefined;
  /** When the last process was started, microseconds of the session, and how long it ran, milliseconds. */
  #processAt = 0;
  #ranMs: number | undefined;
  #sentText: string | undefined;
  #sentHeaders: HttpRecord['headers'];
  launch: LaunchFacts | undefined;

  /** `startedAt` in milliseconds of wall clock. */
  constructor(endpoint: Endpoint, startedAt: number, places: LookUpPlaces = { folders: () => Promise.resolve([]) }) {
    this.#endpoint = endpoint;
    this.#startedAt = startedAt;
    this.#places = places;
  }

  see(record: WireRecord): void {
    switch (record.k) {
      case 'stderr':
        this.#rows += 1;
        if (record.text === undefined) return;
        keep(this.#stderr, record.text);
        keep(this.#rowOf, this.#rows);
        return;
      case 'noise':
        if (record.text !== undefined) keep(this.#noise, record.text);
        return;
      case 'note':
        if (isProcessNote(record)) this.#seeProcess(record);
        return;
      case 'http':
        if (record.what === 'request') this.#sentHeaders = record.headers;
        return;
      case 'frame':
        if (record.dir === 'out') this.#sentText = record.text?.slice(0, SENT_CHARS);
    }
  }

  #seeProcess({ what, m, data }: NoteRecord): void {
    this.#rows += 1;
    if (what === 'process.started') this.#processAt = m;
    if (what !== 'process.exited') return;
    this.#ranMs = (m - this.#processAt) / 1000;
    this.#memory = memoryIn(data);
  }

  /** The failure in better words, where the evidence gives them, with the ways out. Takes at most two seconds. */
  async explain(failure: Failure, facts: FailureFacts): Promise<Failure> {
    const evidence = this.#evidence(failure, facts);
    const found = await this.#lookedUp(this.#worded(failure, facts, evidence), evidence);
    return complete(found, evidence);
  }

  #worded(failure: Failure, { end, fault, phase }: FailureFacts, evidence: Evidence): Failure {
    // A start that was refused, or a greeting that was answered with an error, explains itself.
    if (evidence.problem?.kind === 'secret') return diagnose(evidence);
    const silence = failure.rule === 'dx-silent' || failure.rule === 'dx-slow';
    const lost = phase === 'ready' && this.#endpoint.kind === 'http';
    if (!end && !fault?.end && !silence && !lost) return failure;
    const found = diagnose(evidence);
    return found.rule === 'dx-unknown' ? failure : found;
  }

  async #lookedUp(failure: Failure, evidence: Evidence): Promise<Failure> {
    const found = await lookUp(failure, evidence, this.#places);
    return found ? diagnose({ ...evidence, found }) : failure;
  }

  #evidence(failure: Failure, { end, fault, phase }: FailureFacts): Evidence {
    const problem = this.#endpoint.kind === 'stdio' ? problemOf(failure, this.#endpoint, this.launch) : undefined;
    return {
      endpoint: this.#endpoint,
      phase: problem ? 'launch' : phase === 'ready' ? 'ready' : 'connect',
      elapsedMs: (end?.exit && this.#ranMs) ?? Date.now() - this.#startedAt,
      stderrTail: this.#stderr,
      noiseTail: this.#noise,
      stderrPlaces: this.#rowOf,
      sent: {
        ...(this.#sentHeaders ? { headers: this.#sentHeaders } : {}),
        ...(this.#sentText === undefined ? {} : { text: this.#sentText }),
      },
      ...(problem ? { problem } : {}),
      ...(this.#memory === undefined ? {} : { memory: this.#memory }),
      ...(this.launch ? { launch: this.launch } : {}),
      ...(end?.exit ? { exit: end.exit } : {}),
      ...(end?.message ? { message: end.message } : {}),
      ...(fault?.end ? { http: fault.end } : {}),
      ...(fault?.end?.error ? { code: fault.end.error.code } : {}),
    };
  }
}

/** What working out the start found, read back from its failure. */
function problemOf(
  failure: Failure,
  endpoint: StdioEndpoint,
  launch: LaunchFacts | undefined,
): LaunchProblem | undefined {
  // With a line of the program's own, it is another program that was missed.
  if (failure.evidence?.includes(' line ')) return undefined;
  if (failure.rule === 'dx-enoent-none') {
    const command = launch?.command[0] ?? endpoint.command;
    return { kind: 'program', command, answer: { found: false, code: 'ENOENT', searched: [] } };
  }
  if (failure.rule === 'dx-secret') {
    const entry = launch?.env.find(
      ({ name, source }) => source === 'missing' && typeof endpoint.env[name] === 'object',
    );
    const value = entry && endpoint.env[entry.name];
    return typeof value === 'object' ? { kind: 'secret', name: value.secret } : undefined;
  }
  const missing = failure.rule === 'dx-cwd' && failure.short === 'Working folder missing';
  return missing && launch ? { kind: 'folder', problem: 'missing', cwd: launch.cwd } : undefined;
}

/** Resident memory, bytes, where a note tells it. */
function memoryIn(data: unknown): number | undefined {
  const memory = isObject(data) ? data.memory : undefined;
  return typeof memory === 'number' ? memory : undefined;
}
