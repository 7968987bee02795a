import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import type { ChannelEnd, Payload, Transport, TransportEnd, TransportEvents } from '#core/ports.ts';
import type { LaunchContext } from '#host/launch/plan-launch.ts';
import { readProcessTable } from '#host/launch/process-table.ts';
import type { BodyStore } from '#host/transport/body-store.ts';
import { createStdioTransport } from '#host/transport/stdio.ts';
import type { StdioEndpoint } from '#shared/config.ts';
import type { LaunchFacts } from '#shared/session.ts';

/** Keeps bodies in memory. */
export function memoryBodies(): BodyStore & { bodies: Buffer[] } {
  const bodies: Buffer[] = [];
  return {
    bodies,
    put: (chunks) => {
      const bytes = Buffer.concat(chunks);
      bodies.push(bytes);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      return { file: `bodies/${bodies.length}`, bytes: bytes.length, sha256 };
    },
  };
}

/** Everything a transport told, with a way to wait for what is still to come. */
export class Events implements TransportEvents {
  readonly messages: Payload[] = [];
  readonly errors: Payload[] = [];
  readonly notes: { what: string; text: string }[] = [];
  readonly order: string[] = [];
  pid = 0;
  launch: LaunchFacts | undefined;
  end: TransportEnd | undefined;
  #waiting: (() => void)[] = [];

  message(_ch: string, payload: Payload): void {
    this.messages.push(payload);
    this.#told('message');
  }
  stderr(payload: Payload): void {
    this.errors.push(payload);
    this.#told('stderr');
  }
  http(): void {
    this.#told('http');
  }
  note(note: { what: string; text: string }): void {
    this.notes.push(note);
    this.#told(`note ${note.what}`);
  }
  started(facts: { pid?: number; launch?: LaunchFacts }): void {
    if (facts.pid) this.pid = facts.pid;
    if (facts.launch) this.launch = facts.launch;
    this.#told('started');
  }
  ended(_end: ChannelEnd): void {
    this.#told('ended');
  }
  closed(end: TransportEnd): void {
    if (this.end) throw new Error('closed twice');
    this.end = end;
    this.#told('closed');
  }

  texts(): string[] {
    return this.messages.map((payload) => payload.text);
  }

  stderrText(): string {
    return this.errors.map((payload) => payload.text + (payload.open ? '' : '\n')).join('');
  }

  /** Waits until something is true of what was told. */
  async until(condition: () => boolean): Promise<void> {
    while (!condition()) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #told(what: string): void {
    if (this.end && what !== 'closed') throw new Error(`${what} after closed`);
    this.order.push(what);
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}

export function launchContext(extra: Record<string, string> = {}): LaunchContext {
  return {
    platform: process.platform,
    env: { ...process.env, ...extra },
    home: homedir(),
    secret: (name) => Promise.resolve(name === 'KNOWN' ? 'value-of-known' : undefined),
  };
}

export interface Opened {
  transport: Transport;
  events: Events;
  bodies: ReturnType<typeof memoryBodies>;
}

/** Opens a stdio transport to `node <args>`. */
export async function openNode(
  args: string[],
  options: Partial<StdioEndpoint & { maxLineBytes: number }> = {},
): Promise<Opened> {
  const { maxLineBytes = 256 * 1024 * 1024, ...rest } = options;
  const endpoint: StdioEndpoint = {
    kind: 'stdio',
    command: process.execPath,
    args,
    env: {},
    inherit: 'short',
    ...rest,
  };
  const bodies = memoryBodies();
  const events = new Events();
  const transport = createStdioTransport({ server: { endpoint }, maxLineBytes, bodies, launch: launchContext() });
  await transport.open(events);
  return { transport, events, bodies };
}

/** Which of these processes live. */
export async function living(pids: number[]): Promise<number[]> {
  const table = await readProcessTable();
  return pids.filter((pid) => table.has(pid));
}
