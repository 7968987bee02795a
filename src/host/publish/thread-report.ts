import type { ThreadRound } from '#core/fold/thread.ts';
import { threadPhases } from '#core/fold/thread-timing.ts';
import { parseMessage } from '#core/messages.ts';
import type { CallRound } from '#shared/exchange.ts';
import { isObject } from '#shared/json.ts';
import type { HttpView } from '#shared/log-views.ts';
import type { Finding, WireRecord } from '#shared/records.ts';
import type { PassedCheck, ThreadStep, TimingPhase } from '#shared/traffic.ts';
import type { MessageThread } from '../check-traffic.ts';
import { MATCHES_OUTPUT, type MessageJob, type Remark } from '../workers/message-job.ts';
import { exchangeView, type FindTool } from './exchange-view.ts';
import { passedChecks } from './passed-checks.ts';
import { readThread, type Story, type ThreadSource } from './read-thread.ts';

export interface ThreadReport {
  steps: ThreadStep[];
  phases: TimingPhase[];
  passed: PassedCheck[];
  /** What was found on other rounds, or by a check that was made only now. */
  found: Finding[];
  /** Of a call that took several requests: all of them in order, at most the newest 200. */
  rounds?: CallRound[];
}

export interface ThreadOptions extends ThreadSource {
  exchangeId: string;
  /** The session goes on. */
  running: boolean;
  /** Finds a tool as it is listed now. */
  tool: FindTool;
  messages: Pick<MessageThread, 'run'>;
}

/** Rounds whose HTTP is looked at. */
const ROUNDS = 20;
/** Rounds that are told. */
const TOLD_ROUNDS = 200;
/** Notifications whose findings are looked at. */
const NOTICES = 200;
/** Longest message that is checked again, characters. */
const LONGEST = 1 << 20;

interface Asked {
  job: MessageJob;
  seq: number;
}

/** The part of a round that the other side wrote, as a job for the checks of messages. */
function jobOf({ exchange, modern, request, response }: ThreadRound, tool: FindTool): Asked | undefined {
  const own = exchange.origin === 'client';
  const message = own ? response : request;
  const raw = own && response?.error ? {} : message?.raw;
  // One that stands for a payload in a file has no text here.
  if (!raw || Object.keys(raw).length === 0) return undefined;
  const text = JSON.stringify(raw);
  if (text.length > LONGEST) return undefined;
  const { method, name } = exchange;
  const job: MessageJob = {
    text,
    part: own ? 'result' : 'request',
    era: modern ? 'modern' : 'legacy',
    method,
    sent: false,
    all: true,
  };
  if (own && method === 'tools/call' && name !== undefined) {
    const schema = tool(name)?.outputSchema;
    const usable = isObject(schema) || typeof schema === 'boolean';
    job.tool = { name, ...(usable ? { outputSchema: JSON.stringify(schema) } : {}) };
  }
  return { job, seq: exchange.responseSeq ?? exchange.requestSeq };
}

/** What the checks of messages say of these rounds when they are made now; nothing where they cannot be made. */
async function remarksOn(rounds: readonly ThreadRound[], { tool, messages }: ThreadOptions) {
  const asked = rounds.flatMap((round) => jobOf(round, tool) ?? []);
  if (asked.length === 0) return [];
  const outcome = await messages.run(asked.map(({ job }) => job));
  if ('failed' in outcome) return [];
  return asked.flatMap(({ seq }, at) =>
    (outcome.result[at] ?? []).map((remark): Remark & { seq: number } => ({ ...remark, seq })),
  );
}

/** The result step says whether the output is what the tool promised. */
function withOutput(steps: readonly ThreadStep[], remarks: readonly (Remark & { seq: number })[]): ThreadStep[] {
  return steps.map((step) => {
    if (step.kind !== 'result' || step.text === undefined) return step;
    const own = remarks.filter(({ seq }) => seq === step.seq);
    const matches = own.some(({ passed, text }) => passed && text === MATCHES_OUTPUT);
    const differs = own.some(({ passed, rule, severity }) => !passed && rule === 'TOOL-09' && severity === 'error');
    if (!matches && !differs) return step;
    return { ...step, text: `${step.text} ${matches ? 'Matches' : 'Does not match'} outputSchema.` };
  });
}

/** What belongs to the asked exchange: a whole call where it is the first of it, else its own round. */
function roundsOf({ reader, exchange, root }: Story): ThreadRound[] {
  const all = exchange.id === root.id;
  return reader.rounds.filter((round) => all || round.exchange.id === exchange.id).slice(0, ROUNDS);
}

function keyOf({ rule, seq, text }: Finding): string {
  return `${seq} ${rule} ${text}`;
}

/** Findings without those that say the same of the same record. */
function distinct(findings: readonly Finding[]): Finding[] {
  return [...new Map(findings.map((one) => [keyOf(one), one])).values()];
}

/** The rounds as the log knows them. */
function callRounds({ reader, exchanges }: Story): CallRound[] {
  return reader.rounds.slice(-TOLD_ROUNDS).map((round) => {
    const { id, rpcId, status, requestSeq, responseSeq, moreAnswers, ...rest } =
      exchanges.get(round.exchange.id) ?? round.exchange;
    const { bytesOut, bytesIn, tookUs, waitedUs, errorCode, errorMessage } = rest;
    const figures = { bytesOut, bytesIn, tookUs, waitedUs, errorCode, errorMessage };
    return { id, rpcId, status, requestSeq, responseSeq, moreAnswers, ...figures };
  });
}

/** Where the outcome lies in the message of a record; nowhere in a batch. */
function outcomePath(record: WireRecord): string[] {
  const text = record.k === 'frame' ? (record.text ?? '') : '';
  const [only, second] = parseMessage(text).messages;
  if (text.trimStart().startsWith('[') || second) return [];
  return only?.kind === 'response' && only.error ? ['error'] : ['result'];
}

/** Steps for the answers that came after the first one. */
async function moreAnswers({ reader, exchanges }: Story, log: ThreadSource['log']): Promise<ThreadStep[]> {
  const seqs = [...exchanges.values()].flatMap(({ moreAnswers: more = [] }) => more);
  const records = await log.records(seqs.sort((a, b) => a - b));
  return records.flatMap((record) =>
    record
      ? [
          {
            kind: 'note' as const,
            title: 'Another answer, which does not count',
            tone: 'error' as const,
            after: Math.max(0, record.m - reader.startM),
            seq: record.seq,
            path: outcomePath(record),
          },
        ]
      : [],
  );
}

/** The thread of an exchange, how its time was spent, and which checks it passed. Throws NOT_FOUND. */
export async function threadReport(options: ThreadOptions): Promise<ThreadReport> {
  const { log, views, exchangeId, running, tool } = options;
  const story = await readThread(options, exchangeId, running);
  const { reader, exchange } = story;
  const rounds = roundsOf(story);
  const channels = new Map<string, HttpView>();
  for (const round of reader.rounds.slice(0, ROUNDS)) {
    if (round.exchange.ch === 'stdio') continue;
    const { http } = await exchangeView(views, log, round.exchange.id, tool);
    for (const view of http) channels.set(view.ch, view);
  }
  const remarks = await remarksOn(rounds, options);
  const made = rounds.flatMap((round) => story.exchanges.get(round.exchange.id)?.findings ?? []);
  const noticed = rounds
    .flatMap((round) => (story.exchanges.get(round.exchange.id)?.noticeSeqs ?? []).slice(-NOTICES))
    .flatMap((seq) => [...views.findings(seq)]);
  const now = remarks.filter(({ passed }) => !passed);
  const findings = distinct([...exchange.findings, ...made, ...noticed, ...now]);
  const known = new Set(exchange.findings.map(keyOf));
  const row = (await views.page('traffic', Math.max(0, views.rowOf(exchange.requestSeq)), 1)).traffic?.[0];
  const [last] = await log.records([log.lastSeq]);
  const http = rounds.flatMap((round) => channels.get(round.exchange.ch) ?? []);
  const passedNow = remarks.filter(({ passed }) => passed).map(({ rule, text, ref }) => ({ rule, text, ref }));
  const passed = [
    ...passedChecks({ story, rounds, findings, http, hasParent: row?.parent !== undefined }),
    ...passedNow,
  ];
  return {
    steps: [...withOutput(reader.steps(), remarks), ...(await moreAnswers(story, log))],
    phases: threadPhases(reader, (ch) => channels.get(ch), last?.m ?? reader.startM),
    // Several rounds may have passed the same one.
    passed: [...new Map(passed.map((one) => [one.text, one])).values()],
    found: findings.filter((one) => !known.has(keyOf(one))),
    ...(reader.rounds.length > 1 ? { rounds: callRounds(story) } : {}),
  };
}
