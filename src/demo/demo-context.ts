import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { createRequestStateCodec, type RequestStateCodec } from '@modelcontextprotocol/server';
import { PageDesk } from './page-desk.ts';
import { createTaskDesk, type TaskDesk } from './tasks/task-desk.ts';

/** Which protocol eras a demo server speaks: legacy is up to 2025-11-25, modern is 2026-07-28. */
export type DemoEra = 'both' | 'legacy' | 'modern';

/** One thing on the shelf of the demo, readable as `demo://items/{id}`. */
export interface DemoItem {
  id: string;
  name: string;
  note: string;
}

/** Which tool asked and what it keeps for its next round, sealed into the `requestState` that a client has to echo. */
export interface AskState {
  tool: string;
  kept?: Record<string, unknown>;
}

/** What happened on the shelf and in the lists of the demo, by name of the event. */
export interface DemoEvents {
  /** The list of items changed. */
  items: [];
  /** The resource with this address has new content. */
  updated: [uri: string];
  /** The extras were switched on or off, so all three lists changed. */
  extras: [];
}

/** What all server instances of one running demo share; the modern era over HTTP makes one instance per request. */
export interface DemoContext {
  era: DemoEra;
  /** Takes a remark for stderr; control characters and anything past 500 characters are cut, so it stays one line. */
  log: (line: string) => void;
  items: Map<string, DemoItem>;
  changes: EventEmitter<DemoEvents>;
  /** Whether the extra tool, prompt and resource are listed. */
  extras: boolean;
  /** Until when the vault lets calls in, wall clock in milliseconds; only the legacy era keeps this. */
  vaultOpenUntil: number;
  tasks: TaskDesk;
  /** Web pages that people are sent to. */
  pages: PageDesk;
  askState: RequestStateCodec<AskState>;
  /** Wall clock, milliseconds. */
  startedAt: number;
  /** Tool calls since the start. */
  calls: number;
}

/** Makes the shared state of one demo run, with a full shelf and a fresh key for `requestState`. */
export function createDemoContext(era: DemoEra, log: (line: string) => void): DemoContext {
  const changes = new EventEmitter<DemoEvents>();
  // Each open session listens once; the session limit of the HTTP runner bounds them.
  changes.setMaxListeners(0);
  const remark = (line: string): void => log(line.replace(/\p{Cc}+/gu, ' ').slice(0, 500));
  return {
    era,
    log: remark,
    items: new Map(
      [
        { id: 'anvil', name: 'Anvil', note: 'Heavy. Lift with two people.' },
        { id: 'bell', name: 'Brass bell', note: 'Rings in B flat.' },
        { id: 'compass', name: 'Compass', note: 'Points a little west of north.' },
        { id: 'drill', name: 'Hand drill', note: 'Two bits are missing.' },
        { id: 'easel', name: 'Easel', note: 'Folds flat.' },
      ].map((item) => [item.id, item]),
    ),
    changes,
    extras: false,
    vaultOpenUntil: 0,
    tasks: createTaskDesk(),
    pages: new PageDesk(remark),
    // Nobody should have to hurry with an answer in front of an audience.
    askState: createRequestStateCodec<AskState>({ key: randomBytes(32), ttlSeconds: 12 * 3600 }),
    startedAt: Date.now(),
    calls: 0,
  };
}

/** Counts a tool call and writes it to stderr, so that a stderr view has something to show. */
export function noteCall(context: DemoContext, tool: string, detail = ''): void {
  context.calls += 1;
  context.log(`call ${context.calls}: ${tool}${detail === '' ? '' : ` (${detail})`}`);
}
