import type { ThreadRound } from '#core/fold/thread.ts';
import type { Exchange } from '#shared/exchange.ts';
import { textAt } from '#shared/json.ts';
import type { HttpView } from '#shared/log-views.ts';
import type { Finding } from '#shared/records.ts';
import type { PassedCheck } from '#shared/traffic.ts';
import type { Story } from './read-thread.ts';

/** What the checks of a story are looked up in. */
export interface CheckedStory {
  story: Story;
  /** Rounds that are looked at: all of a call, or the one that was asked for. */
  rounds: readonly ThreadRound[];
  /** Everything that was found on them. */
  findings: readonly Finding[];
  http: readonly HttpView[];
  /** The row of the exchange belongs to the row of a call. */
  hasParent: boolean;
}

const MODERN = '2026-07-28';
const LEGACY = '2025-11-25';

type Check = (on: CheckedStory) => PassedCheck | undefined;

function isFree({ findings }: CheckedStory, rules: readonly string[]): boolean {
  return !findings.some(({ rule }) => rules.includes(rule));
}

const specOf = ({ rounds }: CheckedStory, page: string) => `${rounds[0]?.modern ? MODERN : LEGACY} ${page}`;

function known({ story, rounds }: CheckedStory): Exchange[] {
  return rounds.map(({ exchange }) => story.exchanges.get(exchange.id) ?? exchange);
}

const oneAnswer: Check = (on) => {
  const answered = known(on).filter(({ responseSeq }) => responseSeq !== undefined);
  if (answered.length === 0 || !isFree(on, ['RPC-02', 'RPC-18', 'RPC-19'])) return undefined;
  const text =
    answered.length > 1 ? 'Each request got one answer, with its id' : 'One answer came, with the id of the request';
  return { rule: 'RPC-18', text, ref: specOf(on, 'basic') };
};

const resultType: Check = (on) => {
  const results = on.rounds.filter(({ modern, response }) => modern && response && !response.error);
  const typed = results.filter(({ response }) => textAt(response?.result, 'resultType') !== undefined);
  if (results.length === 0 || typed.length < results.length || !isFree(on, ['RPC-04'])) return undefined;
  return { rule: 'RPC-04', text: 'resultType is there and known', ref: specOf(on, 'basic') };
};

/** Pairs of a round that asked back and its retry, of which one at least is looked at. */
function retries({ story, rounds }: CheckedStory): ThreadRound[] {
  const all = story.reader.rounds;
  return all.filter((round, at) => round.returned && rounds.some((one) => one === round || one === all[at + 1]));
}

const sameState: Check = (on) => {
  const given = retries(on).filter(({ state }) => state !== undefined);
  const same = given.every(({ state, returned }) => returned?.state === state);
  if (given.length === 0 || !same || !isFree(on, ['MRTR-02'])) return undefined;
  return { rule: 'MRTR-02', text: 'requestState came back byte for byte', ref: `${MODERN} basic/patterns/mrtr` };
};

const newId: Check = (on) => {
  const pairs = retries(on);
  if (pairs.length === 0 || !pairs.every(({ returned }) => returned?.newId) || !isFree(on, ['MRTR-04']))
    return undefined;
  return { rule: 'MRTR-04', text: 'Retry used a new request id', ref: `${MODERN} basic/patterns/mrtr` };
};

const progress: Check = (on) => {
  const count = on.rounds.reduce((sum, round) => sum + round.progress, 0);
  if (count === 0 || !isFree(on, ['PROG-02', 'PROG-03', 'PROG-05'])) return undefined;
  const text =
    count === 1 ? 'Progress came with the token of the request' : 'Progress grew, with the token of the request';
  return { rule: 'PROG-03', text, ref: specOf(on, 'basic/utilities/progress') };
};

const ownStream: Check = (on) => {
  const { rounds } = on;
  const listens = rounds.some(({ exchange }) => exchange.method === 'subscriptions/listen');
  const came = rounds.reduce((sum, { channels }) => sum + channels.size, 0);
  if (came === 0 || !isFree(on, ['SUB-02', 'SUB-04', 'SUB-09', 'SUB-10'])) return undefined;
  if (listens) {
    const count = known(on).reduce((sum, { noticeSeqs }) => sum + noticeSeqs.length, 0);
    const text =
      count > 1 ? 'Notifications came after the acknowledgement, and were asked for' : 'The acknowledgement came first';
    return { rule: 'SUB-02', text, ref: `${MODERN} basic/patterns/subscriptions` };
  }
  const own = rounds.every(({ exchange, channels }) => [...channels].every((ch) => ch === exchange.ch));
  if (!rounds[0]?.modern || rounds[0].exchange.ch === 'stdio' || !own) return undefined;
  const text = 'Its notifications came on its own stream';
  return { rule: 'SUB-09', text, ref: `${MODERN} basic/patterns/subscriptions` };
};

const headers: Check = (on) => {
  const matches = on.http.flatMap((view) => view.matches ?? []);
  const names = [...new Set(matches.filter(({ state }) => state === 'matches').map(({ name }) => name))];
  const wrong = matches.some(({ state }) => state === 'differs' || state === 'missing');
  if (names.length === 0 || wrong || !isFree(on, ['HTTP-03', 'HTTP-04', 'HTTP-05', 'HTTP-07'])) return undefined;
  const list = names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)} match` : `${names[0]} matches`;
  return { rule: 'HTTP-04', text: `${list} the body`, ref: `${MODERN} basic/transports/streamable-http` };
};

const errorCode: Check = (on) => {
  const coded = known(on).filter(({ origin, errorCode: code }) => origin === 'client' && code !== undefined);
  if (coded.length === 0 || !isFree(on, ['RPC-06', 'RPC-08', 'RPC-09'])) return undefined;
  return { rule: 'RPC-09', text: 'The error code is allowed in this version', ref: specOf(on, 'basic') };
};

const steadyList: Check = (on) => {
  const steady = known(on).some((exchange) => exchange.steady);
  const free = isFree(on, ['TOOL-15', 'TOOL-16', 'PROMPT-05', 'RES-07']);
  if (!steady || !free) return undefined;
  const page = known(on)[0]?.method.split('/')[0] ?? 'tools';
  return { rule: 'TOOL-15', text: 'The list is the same as the one before', ref: specOf(on, `server/${page}`) };
};

const insideCall: Check = (on) => {
  const [asked] = known(on);
  if (asked?.origin !== 'server' || asked.method === 'ping' || !on.hasParent || !isFree(on, ['DBG-05', 'RPC-17']))
    return undefined;
  return { rule: 'DBG-05', text: 'It came while a call was open that it belongs to', ref: `${LEGACY} basic/lifecycle` };
};

const CHECKS: readonly Check[] = [
  ...[sameState, newId, headers, resultType, oneAnswer],
  ...[progress, ownStream, errorCode, steadyList, insideCall],
];

/** The checks of the log that apply to these rounds and found nothing (S18). What was not looked at is not listed. */
export function passedChecks(on: CheckedStory): PassedCheck[] {
  return CHECKS.flatMap((check) => check(on) ?? []);
}
