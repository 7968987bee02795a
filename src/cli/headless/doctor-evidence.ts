import type { LineRow, LogFilter, LogView } from '#shared/exchange.ts';
import type { Session } from '#shared/session.ts';
import type { Connection } from './connection.ts';

/** The last lines of a log view. */
export interface Tail {
  total: number;
  lines: Pick<LineRow, 'row' | 'text'>[];
}

/** Request and answer of one HTTP exchange; values of headers that may be secret are left out. */
export interface HttpHeads {
  request: string;
  requestHeaders: [string, string][];
  answer?: string;
  answerHeaders: [string, string][];
  error?: string;
}

/** What the doctor shows beside the session itself. */
export interface DoctorEvidence {
  stderr: Tail;
  /** Text on stdout that was no message. */
  stdout: Tail;
  http: HttpHeads[];
  certificates: string[];
}

const LINES = { stderr: 50, stdout: 10 };
/** HTTP exchanges that are shown, the last ones. */
const EXCHANGES = 4;
const PAGE = 1000;
const CERTIFICATE = /^(?:The certificate was read over|The server showed a certificate|Certificate \d+ of )/;
const PRIVATE = /authorization|cookie|token|secret|key|session-id/i;

/** Reads it out of the log of a session. */
export async function doctorEvidence(connection: Connection, { config }: Session): Promise<DoctorEvidence> {
  const isHttp = config.endpoint.kind === 'http';
  return {
    stderr: await tail(connection, { view: 'stderr', most: LINES.stderr }),
    stdout: await tail(connection, { view: 'wire', most: LINES.stdout, filter: { kinds: ['noise'] } }),
    http: isHttp ? await heads(connection) : [],
    certificates: isHttp ? await certificates(connection) : [],
  };
}

interface TailOf {
  view: LogView;
  most: number;
  filter?: LogFilter;
}

async function tail({ client, sessionId }: Connection, { view, most, filter }: TailOf): Promise<Tail> {
  const query = { sessionId, view, ...(filter ? { filter } : {}) };
  const { total } = await client['log.page']({ ...query, from: 0, count: 1 });
  const from = Math.max(0, total - most);
  const { lines = [] } = await client['log.page']({ ...query, from, count: most });
  return { total, lines: lines.map(({ row, text }) => ({ row, text })) };
}

async function certificates({ client, sessionId }: Connection): Promise<string[]> {
  const { lines = [] } = await client['log.page']({ sessionId, view: 'client', from: 0, count: PAGE });
  return lines.map(({ text }) => text).filter((text) => CERTIFICATE.test(text));
}

async function heads({ client, sessionId }: Connection): Promise<HttpHeads[]> {
  const { traffic = [] } = await client['log.page']({ sessionId, view: 'traffic', from: 0, count: PAGE });
  const ids = [...new Set(traffic.flatMap(({ exchangeId }) => (exchangeId === undefined ? [] : [exchangeId])))];
  const found: HttpHeads[] = [];
  for (const exchangeId of ids.slice(-EXCHANGES)) {
    const { http } = await client['exchange.get']({ sessionId, exchangeId });
    for (const one of http) {
      found.push({
        request: `${one.method} ${one.url}`,
        requestHeaders: masked(one.requestHeaders),
        ...(one.status === undefined ? {} : { answer: `HTTP ${one.status} ${one.statusText ?? ''}`.trim() }),
        answerHeaders: masked(one.responseHeaders),
        ...(one.error === undefined ? {} : { error: one.error }),
      });
    }
  }
  return found;
}

function masked(headers: [string, string][]): [string, string][] {
  return headers.map(([name, value]) => [name, PRIVATE.test(name) ? '(not shown)' : value]);
}
