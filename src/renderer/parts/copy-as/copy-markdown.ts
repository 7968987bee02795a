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

/** The request and its answer for an issue. */
export function markdownOf({ request, response, http, config }: CopySource): string {
  const method = messageIn(request)?.method ?? 'message';
  const status = http?.status === undefined ? '' : `, HTTP ${http.status}`;
  const parts = [`**${plain(method)}** to ${plain(config.name)}${status}`, 'Request', block(shown(request))];
  if (response !== undefined) parts.push('Answer', block(shown(response)));
  return `${parts.join('\n\n')}\n`;
}
