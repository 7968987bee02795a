import type { TrafficRow } from '#shared/exchange.ts';
import { objectAt, textAt } from '#shared/json.ts';
import type { Session } from '#shared/session.ts';
import type { HostClient } from '../../store/host.ts';
import { useLoad } from '../../store/wirebench.tsx';

/** One attempt to greet the server, and what came of it. */
export interface Greeting {
  readonly method: string;
  /** Version that was asked for; undefined when the message cannot be read. */
  readonly asked: string | undefined;
  /** Status of the exchange: `complete`, or an error. */
  readonly status: string;
  readonly preview: string | undefined;
  readonly row: number;
}

const METHODS = ['server/discover', 'initialize'];
const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';
/** The greeting comes first, so the beginning of the log is enough. */
const ROWS = 50;

async function askedVersion(host: HostClient, sessionId: string, seq: number): Promise<string | undefined> {
  const { text, more } = await host['log.body']({ sessionId, seq });
  if (more) return undefined;
  const params = objectAt(JSON.parse(text), 'params');
  return textAt(params, 'protocolVersion') ?? textAt(objectAt(params, '_meta'), VERSION_KEY);
}

async function greetings(host: HostClient, sessionId: string): Promise<Greeting[]> {
  const filter = { methods: METHODS };
  const { traffic = [] } = await host['log.page']({ sessionId, view: 'traffic', from: 0, count: ROWS, filter });
  const sent = traffic.filter((row: TrafficRow) => row.dir === 'out' && METHODS.includes(row.method)).slice(0, 8);
  return Promise.all(
    sent.map(async ({ method, seq, status, preview, row }) => ({
      method,
      // A message that cannot be read still took part.
      asked: await askedVersion(host, sessionId, seq).catch(() => undefined),
      status,
      preview,
      row,
    })),
  );
}

/** How the two sides came to a version: the greetings of a session in their order, read once it is agreed. */
export function useGreetings(session: Session): { greetings: readonly Greeting[]; error: string | undefined } {
  const key = session.hello && `${session.id}/${session.hello.seq}`;
  const { value, error } = useLoad(key, (host) => greetings(host, session.id));
  return { greetings: value ?? [], error };
}
