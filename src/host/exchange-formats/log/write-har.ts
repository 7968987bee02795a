import type { Exchange, TrafficRow } from '#shared/exchange.ts';
import { harHttpEntry } from './har-http-entry.ts';
import { harMappedEntry } from './har-mapped-entry.ts';
import { httpSpans } from './http-spans.ts';
import { exchangeOf, type LeftOut, type LogSource, recordTest, rowAt, rowsOf } from './log-source.ts';
import { CREATOR, isoTime, sessionFacts } from './session-facts.ts';

const HAR_PAGE = 'session';

/**
 * HAR 1.2: every HTTP request as it went over the wire, with streams of events as their text. Exchanges over stdio
 * are mapped onto requests that were never made, and say so.
 */
export async function* writeHar(source: LogSource, left: LeftOut): AsyncGenerator<string> {
  const { startedAt, server, ...facts } = sessionFacts(source.log.meta);
  const page = {
    startedDateTime: isoTime(startedAt * 1000),
    id: HAR_PAGE,
    title: server,
    pageTimings: { onContentLoad: -1, onLoad: -1 },
    _mcp: facts,
  };
  yield `{"log":{"version":"1.2","creator":${JSON.stringify(CREATOR)},"pages":[${JSON.stringify(page)}],"entries":[`;
  let comma = '';
  for await (const entry of entriesOf(source, left)) {
    yield comma;
    comma = ',';
    yield '\n';
    yield* entry;
  }
  const said = comment(left, source.log.meta?.config.endpoint.kind !== 'http');
  yield `\n]${said === '' ? '' : `,"comment":${JSON.stringify(said)}`}}}\n`;
}

async function* entriesOf(source: LogSource, left: LeftOut): AsyncGenerator<AsyncIterable<string>> {
  const wanted = await recordTest(source);
  for (const span of await httpSpans(source)) {
    if (!wanted(span.requestSeq)) continue;
    yield harHttpEntry(source, span, await rowAt(source, source.views.rowOf(span.requestSeq)));
  }
  for await (const row of rowsOf(source)) {
    const exchange = await mapped(source, row);
    if (exchange) yield harMappedEntry(source, exchange);
    else if (row.kind === 'notice') left.notices += 1;
    else if (row.kind === 'noise') left.others += 1;
  }
}

async function mapped(source: LogSource, row: TrafficRow): Promise<Exchange | undefined> {
  const exchange = await exchangeOf(source, row);
  return exchange?.ch === 'stdio' ? exchange : undefined;
}

/** What a reader of the file should know; over HTTP nothing is mapped. */
function comment({ notices, others }: LeftOut, mapped: boolean): string {
  const mapping =
    'Entries with a member _mcp.mapped were messages on the standard streams of a program: no HTTP request was made for them, and their address is made up.';
  const said = mapped ? [mapping] : [];
  if (notices + others > 0) {
    said.push(
      `HAR has no entries for notifications (${notices}) and for lines that are no message (${others}). Over HTTP they stand in the bodies. The formats json and jsonl have all of them.`,
    );
  }
  return said.join(' ');
}
