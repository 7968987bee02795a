import { createStore, type StoreApi } from 'zustand/vanilla';
import { isListRead, type PendingInput } from '#shared/entities.ts';
import { messageOf } from '#shared/errors.ts';
import { unmet } from '#shared/script/expectation.ts';
import type { RunScript, Step } from '#shared/script/run-script.ts';
import { ScriptFlow, type ScriptResult, type ScriptRoom, type StepOutcome } from '#shared/script/script-flow.ts';
import { nextOf, pagesOf, type ScriptPage } from '#shared/script/script-steps.ts';
import type { Wirebench } from '../../store/wirebench.tsx';
import { performPlain } from './plain-steps.ts';
import { scriptRoom } from './script-room.ts';
import { connectServer, type JoinedSession, type NamedServer, serverOf, strangersOf } from './script-servers.ts';

/** What came of a step: its outcome, and what its messages are found by. */
export interface PlayedStep {
  sessionId?: string;
  /** The server was up before this step, which left it as it is. */
  joined?: boolean;
  /** The operation whose messages are shown; that of the call for an answer or a stop. */
  operationId?: string;
  outcome?: StepOutcome;
  /** What was expected and is not so, or why it could not be carried out. */
  problem?: string;
}

export interface PlayerState {
  /** Place in `pages`. */
  page: number;
  /** The step that runs or ran last on this page; undefined before the first. */
  at: number | undefined;
  running: boolean;
  played: Readonly<Record<number, PlayedStep>>;
  auto: boolean;
  /** Programs and addresses that a person has to agree to first. */
  strangers: readonly string[];
}

/** Whether it is the question if a script may run a tool in one of these sessions. */
export function waitsForApproval(ask: PendingInput, sessions: ReadonlySet<string | undefined>): boolean {
  return ask.status === 'waiting' && ask.approval?.asker.kind === 'script' && sessions.has(ask.sessionId);
}

/** How long Auto leaves a result on the stage, milliseconds. */
const AUTO_MS = 3000;

/** Plays a script in the window, step by step. What it does is done by the host, for real. */
export class Player {
  readonly script: RunScript;
  readonly pages: readonly ScriptPage[];
  readonly state: StoreApi<PlayerState>;
  readonly #wirebench: Wirebench;
  readonly #room: ScriptRoom;
  readonly #signal: AbortSignal;
  readonly #flows = new Map<string, ScriptFlow>();
  readonly #results: ScriptResult[] = [];
  readonly #sessions = new Map<string, string>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Back was pressed while the call of the step waited to be allowed. */
  #takenBack = false;

  /** Everything it waits for ends with the signal. */
  constructor(wirebench: Wirebench, script: RunScript, signal: AbortSignal) {
    this.script = script;
    this.pages = pagesOf(script);
    this.#wirebench = wirebench;
    this.#signal = signal;
    this.#room = scriptRoom(wirebench, script.title, signal);
    this.state = createStore<PlayerState>(() => ({
      page: 0,
      at: undefined,
      running: false,
      played: {},
      auto: script.auto ?? false,
      strangers: strangersOf(script),
    }));
    const leave = () => {
      clearTimeout(this.#timer);
      this.#stopOpen();
      this.#deny();
    };
    signal.addEventListener('abort', leave, { once: true });
  }

  /** The step that `next` carries out; undefined when it turns the page, or there is nothing left. */
  get coming(): number | undefined {
    const { page, at } = this.state.getState();
    const steps = this.pages[page]?.steps ?? [];
    return at === undefined ? steps[0] : steps[steps.indexOf(at) + 1];
  }

  /** Whether the last step of the last page was played. */
  get over(): boolean {
    const { page, running } = this.state.getState();
    return !running && this.coming === undefined && page === this.pages.length - 1;
  }

  /** A person has seen what the script starts, and agrees. */
  agree(): void {
    this.state.setState({ strangers: [] });
  }

  /** The next step, or the next page. Does nothing while a step runs. */
  next(): void {
    const { page, running, strangers } = this.state.getState();
    if (running || strangers.length > 0) return;
    const { coming } = this;
    clearTimeout(this.#timer);
    if (coming !== undefined) void this.#play(coming);
    else if (page < this.pages.length - 1) this.#turn(page + 1);
  }

  /** Back to the beginning of this page, or to the page before. A call that is open is stopped. */
  previous(): void {
    const { page, at, running } = this.state.getState();
    this.#stopOpen();
    const asked = this.#deny();
    this.#takenBack = running && asked;
    if (!running) this.#turn(at === undefined ? Math.max(0, page - 1) : page);
  }

  /** Nobody goes on with the calls that were left open. */
  #stopOpen(): void {
    for (const flow of this.#flows.values()) {
      if (!flow.open) continue;
      const { operationId } = flow.open;
      // It may have ended by itself just now.
      this.#wirebench.link
        .client()
        ['operation.cancel']({ operationId })
        .catch(() => undefined);
    }
  }

  /** A call that waits to be allowed is not wanted any more. Whether there was one. */
  #deny(): boolean {
    let found = false;
    const { link, entities } = this.#wirebench;
    const own = new Set(this.#sessions.values());
    for (const ask of entities.getState().pending.values()) {
      if (!waitsForApproval(ask, own)) continue;
      found = true;
      // It may have been decided just now.
      link
        .client()
        ['pending.answer']({ id: ask.id, reply: { action: 'cancel' } })
        .catch(() => undefined);
    }
    return found;
  }

  setAuto(auto: boolean): void {
    this.state.setState({ auto });
    if (auto) this.#later();
    else clearTimeout(this.#timer);
  }

  #turn(page: number): void {
    clearTimeout(this.#timer);
    this.state.setState({ page, at: undefined });
    this.#later();
  }

  async #play(at: number): Promise<void> {
    const step = this.script.steps[at];
    if (!step) return;
    this.#put(at, {});
    this.#takenBack = false;
    this.state.setState({ at, running: true });
    try {
      const outcome = await this.#perform(step, at);
      const problem = unmet(outcome, step.expect);
      this.#put(at, { outcome, ...(problem === undefined ? {} : { problem }) });
    } catch (error) {
      if (this.#signal.aborted) return;
      if (this.#takenBack) {
        this.state.setState({ running: false });
        return this.#turn(this.state.getState().page);
      }
      this.#put(at, { problem: messageOf(error) });
    }
    this.state.setState({ running: false });
    this.#later();
  }

  async #perform(step: Step, at: number): Promise<StepOutcome> {
    const named = serverOf(this.script, step);
    const key = named?.name ?? '';
    const joined = await this.#sessionFor(named, step.do === 'connect');
    this.#put(at, joined);
    const { sessionId } = joined;
    const flow = this.#flows.get(key) ?? new ScriptFlow(this.#room, this.#results);
    this.#flows.set(key, flow);
    const next = nextOf(this.script, at);
    switch (step.do) {
      case 'connect':
        return this.#connected(sessionId);
      case 'answer':
      case 'stop':
        if (flow.open) this.#put(at, { operationId: flow.open.operationId });
        return flow.perform(step, sessionId, next);
      case 'compare':
      case 'show':
        return flow.perform(step, sessionId, next);
      default: {
        const onStarted = (operationId: string) => this.#put(at, { operationId });
        return performPlain(step, { room: this.#room, flow, sessionId, next, onStarted });
      }
    }
  }

  async #sessionFor(named: NamedServer | undefined, connect: boolean): Promise<JoinedSession> {
    const key = named?.name ?? '';
    const known = this.#sessions.get(key);
    const { session } = this.#wirebench.entities.getState();
    if (!connect && known !== undefined && session.get(known)?.state.at === 'ready')
      return { sessionId: known, joined: true };
    const connected = await connectServer(this.#wirebench, this.#room, named);
    this.#sessions.set(key, connected.sessionId);
    return connected;
  }

  async #connected(sessionId: string): Promise<StepOutcome> {
    // The lists are a part of what is shown.
    await this.#room.until((state) => {
      const heads = state.all('catalog').filter((one) => one.sessionId === sessionId);
      return heads.every(isListRead) ? true : undefined;
    });
    const { era, version, serverInfo, capabilities, instructions } =
      this.#wirebench.entities.getState().session.get(sessionId)?.hello ?? {};
    return { ok: true, json: JSON.stringify({ era, version, serverInfo, capabilities, instructions }) };
  }

  #put(at: number, part: PlayedStep): void {
    const { played } = this.state.getState();
    const before = Object.keys(part).length === 0 ? {} : played[at];
    this.state.setState({ played: { ...played, [at]: { ...before, ...part } } });
  }

  /** Goes on by itself after a while, where that is wanted. */
  #later(): void {
    clearTimeout(this.#timer);
    const { auto, at, running, page } = this.state.getState();
    const step = this.script.steps[at ?? this.pages[page]?.steps[0] ?? 0];
    const wanted = (step?.auto ?? auto) && step?.pause !== true;
    if (!wanted || running || this.over || this.#signal.aborted) return;
    this.#timer = setTimeout(() => this.next(), AUTO_MS);
  }
}
