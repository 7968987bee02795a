import { arrayAt, type JsonObject } from '#shared/json.ts';
import { type EraName, eraOfVersion, LEGACY_VERSIONS, MODERN_VERSIONS } from '#shared/product.ts';
import type { Hello, LadderStep } from '#shared/session.ts';
import { childOf } from '../abort.ts';
import { greetingFailure, headerFailure, versionFailure } from '../failures.ts';
import { faultOf, type RpcFault } from '../fault.ts';
import type { Link } from '../link.ts';
import type { Answer } from '../peer.ts';
import { type Clock, TransportError } from '../ports.ts';
import type { NoteDraft } from '../tap.ts';
import type { Era, Profile } from './era.ts';
import { legacyEra, provesModern } from './legacy.ts';
import { modernEra } from './modern.ts';
import { broken, needsSignIn, Refusal, signInNeeded } from './refusal.ts';

/** How long a probe on stdio may be silent before `initialize` follows it into the same process. */
const SILENCE_MS = 3000;
/** How long both greetings may then stay unanswered, with stderr quiet, before a fresh process is tried. */
const PATIENCE_MS = 10_000;

/** What is kept of a server between sessions. */
export interface Recalled {
  era: EraName;
  version: string;
}

export interface Negotiation {
  /** `auto`, `legacy`, `modern` or one version. */
  choice: string;
  /** Setting of HTTP servers; stdio is `auto`. */
  http: 'auto' | 'streamable' | 'sse';
  recall: Recalled | undefined;
  link: Link;
  /** Gives up the link in use and opens another. */
  reopen(variant: 'default' | 'sse', why: string): Promise<Link>;
  profile(era: EraName): Profile;
  clock: Clock;
  signal: AbortSignal;
  /** Monotonic time of the last stderr output, microseconds; 0 when there was none. */
  lastStderr(): number;
  waiting(waitingFor: string): void;
  note(draft: NoteDraft): void;
  /** A copy without secrets: what a server says of itself is shortened. */
  redact<T>(value: T): T;
  step(key: string, state: LadderStep['state'], detail?: string): void;
}

export interface Agreed {
  era: Era;
  hello: Hello;
  link: Link;
}

interface Greeting {
  answered: Promise<Greeted>;
  stop(why: string): void;
}
type Greeted = { answer: Answer; fault?: undefined } | { fault: RpcFault; answer?: undefined };

/**
 * Agrees on a version with the server (PROTOCOL `Era decision`, DECISIONS `Era probe`).
 * Rejects with Refusal, SignInNeeded, or the RpcFault or TransportError of a way that broke.
 */
export async function negotiate(on: Negotiation): Promise<Agreed> {
  const pinned = /^\d/.test(on.choice) ? on.choice : undefined;
  if (on.http === 'sse') return initialize(on, pinned);
  const era = pinned ? eraOfPinned(pinned) : on.choice;
  if (era === 'modern') return onlyModern(on, pinned ?? MODERN_VERSIONS[0]);
  if (era === 'legacy') return initializeWithSse(on, pinned);
  if (on.recall?.era === 'legacy') return recalledLegacy(on);
  return on.link.transport.kind === 'stdio' ? probeStdio(on) : probeHttp(on);
}

/** A version this app does not know is tried in the era its date falls in. */
function eraOfPinned(version: string): EraName {
  return eraOfVersion(version) ?? (version >= MODERN_VERSIONS[0] ? 'modern' : 'legacy');
}

async function recalledLegacy(on: Negotiation): Promise<Agreed> {
  try {
    return await initializeWithSse(on, undefined);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    on.note({ what: 'era', text: 'The remembered era proved wrong, so it is detected again.' });
    if (on.link.transport.kind === 'stdio') return probeStdio(on);
    return probeHttp({ ...on, link: await on.reopen('default', 'The remembered era proved wrong.') });
  }
}

async function onlyModern(on: Negotiation, version: string): Promise<Agreed> {
  const { answer, fault } = await greet(on, modernEra(version));
  if (answer) return modernFrom(on, answer, { version, onlyThis: true });
  if (provesModern(fault)) return afterModernFault(on, fault, version);
  if (fault.kind !== 'protocol') throw broken(fault);
  // A version this app does not know may belong to either era.
  if (eraOfVersion(version) === undefined) return initializeWithSse(on, version);
  const todo = 'If this is a server of the legacy era, set the protocol version of this server to Auto or Legacy.';
  throw new Refusal(versionFailure(versionsIn(fault.data), `${version} only, answered by "${fault.message}"`, todo));
}

async function probeStdio(on: Negotiation): Promise<Agreed> {
  const probe = greeting(on, modernEra());
  const silence = later(on, SILENCE_MS);
  const first = await Promise.race([probe.answered, silence.over]);
  silence.stop();
  if (first === 'over') return probeIsSilent(on, probe);
  if (first.answer) return modernFrom(on, first.answer, { version: MODERN_VERSIONS[0] });
  return afterProbeFault(on, first.fault);
}

async function afterProbeFault(on: Negotiation, fault: RpcFault): Promise<Agreed> {
  if (provesModern(fault)) return afterModernFault(on, fault, MODERN_VERSIONS[0]);
  if (fault.kind === 'lost') return freshInitialize(on, 'The process ended on server/discover.');
  if (fault.kind !== 'protocol') throw fault;
  on.note({ what: 'era', text: `server/discover was answered by an error (${fault.code}), so initialize follows.` });
  return initialize(on, undefined);
}

/** Both greetings are out; the first that decides wins, a discover result over an initialize result that came later. */
async function probeIsSilent(on: Negotiation, probe: Greeting): Promise<Agreed> {
  on.note({
    what: 'era',
    text: `No answer to server/discover for ${SILENCE_MS / 1000} s, so initialize follows into the same process.`,
  });
  const era = legacyEra();
  const init = greeting(on, era);
  on.waiting('an answer to initialize; server/discover stayed unanswered for 3 s');
  const patience = quietPatience(on);
  const open = new Map<string, Promise<['probe' | 'init', Greeted] | 'over'>>([
    ['probe', probe.answered.then((greeted) => ['probe', greeted])],
    ['init', init.answered.then((greeted) => ['init', greeted])],
    ['patience', patience.over],
  ]);
  let words = '';
  try {
    for (;;) {
      const first = await Promise.race(open.values());
      if (first === 'over') return await freshInitialize(on, 'Neither greeting was answered.');
      const [which, { answer, fault }] = first;
      open.delete(which);
      if (answer && which === 'probe') {
        return await lateDiscovery(on, answer, init);
      }
      if (answer) {
        probe.stop('initialize was answered');
        return legacyFrom(on, era, answer, undefined);
      }
      if (provesModern(fault)) return await afterModernFault(on, fault, MODERN_VERSIONS[0]);
      if (fault.kind === 'lost') return await freshInitialize(on, 'The process ended before it answered.');
      if (fault.kind !== 'protocol') throw fault;
      words += `${which === 'probe' ? 'server/discover' : 'initialize'}: ${fault.code} ${fault.message}. `;
      if (!open.has('probe') && !open.has('init')) throw new Refusal(greetingFailure(words.trim()));
    }
  } finally {
    patience.stop();
  }
}

/**
 * `server/discover` was answered after `initialize` had followed it. A server of both eras speaks that of the greeting
 * it read last, so one that accepts `initialize` too is started anew and gets no other greeting.
 */
async function lateDiscovery(on: Negotiation, answer: Answer, init: Greeting): Promise<Agreed> {
  const version = MODERN_VERSIONS[0];
  const silence = later(on, SILENCE_MS);
  const second = await Promise.race([init.answered, silence.over]);
  silence.stop();
  if (second === 'over' || second.fault) {
    on.note({ what: 'era', text: 'server/discover was answered late. An answer to initialize is ignored.' });
    init.stop('server/discover was answered');
    return modernFrom(on, answer, { version });
  }
  const why = 'Both greetings were answered, so this process may speak the legacy era only.';
  on.note({ what: 'era', text: `${why} A fresh process gets server/discover alone.` });
  on.waiting('a fresh process');
  const fresh = { ...on, link: await on.reopen('default', why) };
  const { answer: again, fault } = await greet(fresh, modernEra());
  return again ? modernFrom(fresh, again, { version }) : afterProbeFault(fresh, fault);
}

async function freshInitialize(on: Negotiation, why: string): Promise<Agreed> {
  on.note({ what: 'era', text: `${why} A fresh process gets initialize.` });
  on.waiting('a fresh process');
  const link = await on.reopen('default', why);
  return initialize({ ...on, link }, undefined);
}

async function probeHttp(on: Negotiation): Promise<Agreed> {
  const { answer, fault } = await greet(on, modernEra());
  if (answer) return modernFrom(on, answer, { version: MODERN_VERSIONS[0] });
  if (provesModern(fault)) return afterModernFault(on, fault, MODERN_VERSIONS[0]);
  const status = fault.status ?? 200;
  if (speaksOlderSse(fault)) return initializeWithSse(on, undefined);
  const isAnswer = fault.kind === 'protocol' || (status >= 400 && fault.kind === 'http');
  if (!isAnswer || status >= 500 || needsSignIn(status)) throw broken(fault);
  on.note({ what: 'era', text: `server/discover was refused (HTTP ${status}), so initialize follows.` });
  return initializeWithSse(on, undefined);
}

/** `initialize`, and the older HTTP+SSE where the endpoint only knows that. */
async function initializeWithSse(on: Negotiation, pinned: string | undefined): Promise<Agreed> {
  if (on.link.transport.kind === 'stdio' || on.http !== 'auto') return initialize(on, pinned);
  const first = await tryInitialize(on, pinned);
  if (!first.fault) return first.agreed;
  const { fault } = first;
  const mayBeOlder = [400, 404, 405].includes(fault.status ?? 0) || speaksOlderSse(fault);
  if (!mayBeOlder) throw initializeFailed(fault, on.choice);
  on.note({
    what: 'era',
    text: `initialize was not answered (HTTP ${fault.status}), so the older HTTP+SSE transport is tried.`,
  });
  on.waiting('the endpoint event of the older HTTP+SSE transport');
  return initialize({ ...on, link: await openOlder(on, fault) }, pinned);
}

/** The older transport. Where it does not exist either, what the first way said tells more. */
async function openOlder(on: Negotiation, first: RpcFault): Promise<Link> {
  try {
    return await on.reopen('sse', 'initialize was refused');
  } catch (error) {
    const absent = error instanceof TransportError && ['dx-404', 'dx-refused'].includes(error.failure.rule);
    throw absent && !speaksOlderSse(first) ? initializeFailed(first, on.choice) : error;
  }
}

async function initialize(on: Negotiation, pinned: string | undefined): Promise<Agreed> {
  const tried = await tryInitialize(on, pinned);
  if (tried.fault) throw initializeFailed(tried.fault, on.choice);
  return tried.agreed;
}

type Tried = { agreed: Agreed; fault?: undefined } | { fault: RpcFault };

/** Sends `initialize`; once more with a version that the refusal names. */
async function tryInitialize(on: Negotiation, pinned: string | undefined): Promise<Tried> {
  const era = legacyEra(pinned);
  const { answer, fault } = await greet(on, era);
  if (answer) return { agreed: legacyFrom(on, era, answer, pinned) };
  const other = provesModern(fault) || pinned ? undefined : commonVersion(LEGACY_VERSIONS, versionsIn(fault.data));
  if (other === undefined || other === era.version) return { fault };
  const text = `initialize was refused, but the server names ${other}, so that is tried. It should have answered with that version instead of an error.`;
  on.note({ what: 'era', level: 'warn', text });
  const again = await greet(on, legacyEra(other));
  return again.answer ? { agreed: legacyFrom(on, legacyEra(other), again.answer, undefined) } : { fault: again.fault };
}

function initializeFailed(fault: RpcFault, choice: string): Error {
  const theirs = versionsIn(fault.data);
  if (provesModern(fault)) {
    const todo = 'This is a server of the modern era. Set the protocol version of this server to Auto.';
    return new Refusal(versionFailure(theirs, choice === 'auto' ? 'the legacy era' : choice, todo));
  }
  if (fault.kind !== 'protocol' || (fault.status ?? 200) >= 400) return broken(fault);
  if (theirs.length > 0) return new Refusal(versionFailure(theirs, choice));
  return new Refusal(greetingFailure(`initialize was answered by error ${fault.code}: ${fault.message}`));
}

function legacyFrom(on: Negotiation, era: Era, answer: Answer, pinned: string | undefined): Agreed {
  const hello = era.readHello(on.redact(answer.result), answer.seq);
  const known = eraOfVersion(hello.version) === 'legacy';
  if (pinned === undefined ? !known : hello.version !== pinned) {
    throw new Refusal(versionFailure([hello.version], era.version));
  }
  return agreed(on, legacyEra(hello.version), hello);
}

/** A discover result: the newest version in both lists. */
async function modernFrom(
  on: Negotiation,
  answer: Answer,
  { version, onlyThis = false }: { version: string; onlyThis?: boolean },
): Promise<Agreed> {
  if (!onlyThis && !isDiscovery(answer.result)) {
    on.note({ what: 'era', text: 'The answer to server/discover says nothing of a server, so initialize follows.' });
    return initializeWithSse(on, undefined);
  }
  const { supported } = modernEra(version).readHello(answer.result, answer.seq);
  const common =
    supported.length === 0 || supported.includes(version) ? version : commonVersion(MODERN_VERSIONS, supported);
  if (common !== undefined && (!onlyThis || common === version)) {
    const era = modernEra(common);
    return agreed(on, era, era.readHello(on.redact(answer.result), answer.seq));
  }
  const legacy = commonVersion(LEGACY_VERSIONS, supported);
  if (onlyThis || legacy === undefined) throw new Refusal(versionFailure(supported, version));
  on.note({ what: 'era', text: `The server answers server/discover and names ${legacy}, so initialize follows.` });
  return initialize(on, undefined);
}

/** A legacy server may answer any request with an empty result; that is no DiscoverResult (ERA-10). */
function isDiscovery(result: JsonObject): boolean {
  return ['supportedVersions', 'capabilities', 'resultType', 'serverInfo'].some((key) => result[key] !== undefined);
}

/** The server is modern and refused the greeting; there is no way back to `initialize` (ERA-12). */
async function afterModernFault(on: Negotiation, fault: RpcFault, tried: string): Promise<Agreed> {
  const theirs = versionsIn(fault.data);
  const other = fault.code === -32022 ? commonVersion(MODERN_VERSIONS, theirs) : undefined;
  // A server may refuse the very version it names, such as while it starts; it is asked once more (ERA-08).
  if (other !== undefined && (other === tried || !/^\d/.test(on.choice))) {
    const again = await greet(on, modernEra(other));
    if (again.answer) return modernFrom(on, again.answer, { version: other });
    if (again.fault.code !== -32022) throw broken(again.fault);
    throw new Refusal(versionFailure(versionsIn(again.fault.data), other));
  }
  if (fault.code === -32022) throw new Refusal(versionFailure(theirs, tried));
  const words = `${fault.code}: ${fault.message}`;
  if (fault.code === -32020) throw new Refusal(headerFailure(words));
  throw new Refusal({ ...greetingFailure(words), rule: 'dx-capability' });
}

function agreed(on: Negotiation, era: Era, hello: Hello): Agreed {
  const older = on.link.variant === 'sse' ? ', over legacy HTTP+SSE' : '';
  on.step('version', 'ok', `${hello.version}, from ${hello.via}${older}`);
  return { era, hello, link: on.link };
}

/** A greeting that is no longer waited for once `stop` was called; a later answer is only shown. */
function greeting(on: Negotiation, era: Era): Greeting {
  const { controller } = childOf(on.signal);
  return {
    answered: greet({ ...on, signal: controller.signal }, era),
    stop: (why) => controller.abort(why),
  };
}

async function greet(on: Negotiation, era: Era): Promise<Greeted> {
  const profile = on.profile(era.name);
  const { method, params } = era.greeting(profile);
  const stamped = era.stamp(params, profile);
  on.waiting(`an answer to ${method}`);
  on.step('answer', 'running', method);
  const { signal } = on;
  const headers = era.headers({ method, params: stamped });
  try {
    const answer = await on.link.peer.request(method, stamped, { headers, signal, cancel: 'none', takesNullId: true });
    on.step('answer', 'ok', method);
    return { answer };
  } catch (error) {
    const fault = faultOf(error);
    if (fault.kind === 'protocol') on.step('answer', 'ok', `${method}: error ${fault.code}`);
    const signIn = provesModern(fault) ? undefined : signInNeeded(fault);
    if (signIn) throw signIn;
    return { fault };
  }
}

/** The transport saw an `endpoint` event in the answer to a POST. */
function speaksOlderSse(fault: RpcFault): boolean {
  return fault.end?.error?.code === 'ENDPOINT_EVENT';
}

function versionsIn(data: unknown): string[] {
  const found = [...arrayAt(data, 'supported'), ...arrayAt(data, 'supportedVersions')];
  return found.filter((one) => typeof one === 'string');
}

function commonVersion(ours: readonly string[], theirs: string[]): string | undefined {
  return ours.find((version) => theirs.includes(version));
}

function later(on: Negotiation, ms: number): { over: Promise<'over'>; stop: () => void } {
  let stop: (() => void) | undefined;
  const over = new Promise<'over'>((resolve) => {
    stop = on.clock.after(ms, () => resolve('over'));
  });
  return { over, stop: () => stop?.() };
}

/** Over when nothing came for a while, on stderr neither. */
function quietPatience(on: Negotiation): { over: Promise<'over'>; stop: () => void } {
  const from = on.clock.mono();
  let stop: (() => void) | undefined;
  const over = new Promise<'over'>((resolve) => {
    const look = () => {
      const left = PATIENCE_MS - (on.clock.mono() - Math.max(from, on.lastStderr())) / 1000;
      if (left <= 0) resolve('over');
      else stop = on.clock.after(Math.ceil(left), look);
    };
    look();
  });
  return { over, stop: () => stop?.() };
}

/** `initialize` for a session that takes the place of a lost one. Rejects with an RpcFault. */
export async function greetAgain(
  link: Link,
  era: Era,
  { profile, limitMs, redact }: { profile: Profile; limitMs: number } & Pick<Negotiation, 'redact'>,
): Promise<Omit<Agreed, 'link'>> {
  const { method, params } = era.greeting(profile);
  const limits = { idleMs: limitMs, totalMs: 0 };
  const answer = await link.peer.request(method, params, { cancel: 'none', takesNullId: true, limits });
  const hello = era.readHello(redact(answer.result), answer.seq);
  return { era: legacyEra(hello.version), hello };
}
