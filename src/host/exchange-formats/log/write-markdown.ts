import { isRound } from '#core/fold/row-failed.ts';
import type { TrafficRow } from '#shared/exchange.ts';
import { exchangeOf, type LeftOut, type LogSource, rowsOf } from './log-source.ts';
import { beginningOf, isUtf8, NOT_UTF8, parsedJson } from './payload-text.ts';
import { CREATOR, isoTime, sessionFacts } from './session-facts.ts';

/** Longest message shown; an issue tracker takes about 65,000 characters in all. */
const CHARS = 4000;

/** Text from outside for a line of Markdown: no line breaks, nothing that formats. */
export function markdownText(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_{}[\]()<>#+!|~@]/g, (found) => `\\${found}`);
}

/** A block of code that no text in it can end. */
export function codeBlock(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text.replace(/\n$/, '')}\n${fence}\n`;
}

/** The part of the log for a person who reads an issue: what the session was, and each exchange with its messages. */
export async function* writeMarkdown(source: LogSource, left: LeftOut): AsyncGenerator<string> {
  const { server, transport, url, era, version, serverInfo, startedAt } = sessionFacts(source.log.meta);
  const info = [serverInfo?.name, serverInfo?.version].filter((part) => typeof part === 'string').join(' ');
  const facts = [
    ['Server', info === '' ? server : `${server} (${info})`],
    ['Transport', url === undefined ? transport : `${transport}, ${url}`],
    ['Protocol', version === undefined ? 'not agreed' : `${version}, ${era} era`],
    ['Started', isoTime(startedAt * 1000)],
    ['Recorded by', `${CREATOR.name} ${CREATOR.version}`],
  ];
  yield `## MCP traffic of ${markdownText(server)}\n\n`;
  for (const [label, text] of facts) yield `- ${label}: ${markdownText(text ?? '')}\n`;
  for await (const row of rowsOf(source)) yield* section(source, row, left);
}

async function* section(source: LogSource, row: TrafficRow, left: LeftOut): AsyncGenerator<string> {
  const exchange = await exchangeOf(source, row);
  // The first round is told with the call as a whole.
  if (isRound(row) && !exchange) return;
  const took = row.tookUs === undefined ? '' : `, ${(row.tookUs / 1000).toFixed(1)} ms`;
  const name = row.name === undefined ? '' : ` ${markdownText(row.name)}`;
  const status = row.status === '' ? '' : `: ${markdownText(row.status)}${took}`;
  yield `\n### ${row.row + 1}. ${markdownText(row.method)}${name}${status}\n\n`;
  const by = row.by ? `, started by the ${row.by.kind} ${markdownText(row.by.name)}` : '';
  yield `${isoTime(row.t)}, record ${row.seq}${row.dir === 'in' ? ', from the server' : ''}${by}\n`;
  if (row.kind === 'notice' || row.kind === 'noise') {
    yield `\n${await message(source, row.seq, left)}`;
    return;
  }
  if (!exchange) return;
  yield `\nRequest\n\n${await message(source, exchange.requestSeq, left)}`;
  if (exchange.responseSeq === undefined) yield '\nNo answer is on record.\n';
  else yield `\nAnswer\n\n${await message(source, exchange.responseSeq, left)}`;
  for (const seq of exchange.moreAnswers ?? []) {
    yield `\nAnother answer, record ${seq}, which does not count\n\n${await message(source, seq, left)}`;
  }
  for (const finding of exchange.findings) {
    yield `\n- ${finding.rule} (${finding.severity}): ${markdownText(finding.text)}`;
  }
  if (exchange.findings.length > 0) yield '\n';
}

async function message({ log }: LogSource, seq: number, left: LeftOut): Promise<string> {
  const [text, more] = await beginningOf(log, seq, CHARS);
  const note = (await isUtf8(log, seq)) ? '' : `\n${NOT_UTF8}\n`;
  const value = more ? undefined : parsedJson(text);
  const shown = value === undefined ? text : JSON.stringify(value, null, 2);
  if (!more && shown.length <= CHARS) return codeBlock(shown, value === undefined ? '' : 'json') + note;
  left.cut += 1;
  return `${codeBlock(more ? text : text.slice(0, CHARS), '')}\nThe first ${CHARS} characters of it.\n${note}`;
}
