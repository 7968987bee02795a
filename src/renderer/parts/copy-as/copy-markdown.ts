import { type CopySource, messageIn } from './copy-source.ts';
import { prettyJson } from './raw-json.ts';

/** A block of code that no text in it can end. */
function block(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}json\n${text}\n${fence}`;
}

/** Text from outside inside a line of Markdown. */
function plain(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_{}[\]()<>#+!|~@]/g, (found) => `\\${found}`);
}

function shown(text: string): string {
  try {
    JSON.parse(text);
  } catch {
    return text;
  }
  return prettyJson(text);
}

/** The call for an issue: its requests and their answers, those of several rounds by their number. */
export function markdownOf({ request, rounds = [], http, config }: CopySource): string {
  const method = messageIn(request)?.method ?? 'message';
  const status = http?.status === undefined ? '' : `, HTTP ${http.status}`;
  const parts = [`**${plain(method)}** to ${plain(config.name)}${status}`];
  for (const [place, round] of (rounds.length === 0 ? [{ request, more: [] }] : rounds).entries()) {
    const of = rounds.length > 1 ? `, round ${place + 1} of ${rounds.length}` : '';
    parts.push(`Request${of}`, block(shown(round.request)));
    if ('response' in round) parts.push(`Answer${of}`, block(shown(round.response ?? '')));
    for (const more of round.more) parts.push('Another answer, which does not count', block(shown(more)));
  }
  return `${parts.join('\n\n')}\n`;
}
