import { exchangeOf, type LogSource, rowsOf } from './log-source.ts';
import { LOG_SCOPE, type OtlpValue, otlpAttributes } from './otlp-attributes.ts';
import { otlpSpan } from './otlp-span.ts';
import { CREATOR, sessionFacts } from './session-facts.ts';
import { SpanIds } from './span-ids.ts';

/** OTLP/JSON, one TracesData: a span for each exchange, named and described by the MCP semantic conventions. */
export async function* writeOtlp(source: LogSource): AsyncGenerator<string> {
  const session = sessionFacts(source.log.meta);
  const about: [string, OtlpValue | undefined][] = [
    ['service.name', CREATOR.name.toLowerCase()],
    ['service.version', CREATOR.version],
    ['wirebench.session.id', session.id],
    ['wirebench.server.name', session.server],
  ];
  const resource = JSON.stringify({ attributes: otlpAttributes(about) });
  const ids = new SpanIds(source, session.id);
  yield `{"resourceSpans":[{"resource":${resource},"scopeSpans":[{"scope":${JSON.stringify(LOG_SCOPE)},"spans":[`;
  let comma = '';
  for await (const row of rowsOf(source)) {
    const exchange = await exchangeOf(source, row);
    if (!exchange) continue;
    const span = await otlpSpan(source, { exchange, row, session, place: await ids.of(row, exchange) });
    yield `${comma}\n${JSON.stringify(span)}`;
    comma = ',';
  }
  yield '\n]}]}]}\n';
}
