import type { TrafficRow } from '#shared/exchange.ts';
import { isObject } from '#shared/json.ts';
import type { EraName } from '#shared/product.ts';
import type { RunScript, Step } from '#shared/script/run-script.ts';
import { nextOf } from '#shared/script/script-steps.ts';
import type { ThreadStep } from '#shared/traffic.ts';
import type { Kind } from '../../ui/kind.ts';
import { maskSecrets, maskText } from './mask-secrets.ts';

/** One message between the two lanes. */
export interface LadderRow {
  /** `out`: from this app to the server. */
  readonly dir: 'out' | 'in';
  readonly title: string;
  readonly detail?: string | undefined;
  readonly kind: Kind;
}

const SHORT = 60;

function short(text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined;
  const plain = maskText(text.replace(/\s+/g, ' ').trim());
  return plain.length > SHORT ? `${plain.slice(0, SHORT - 1)}…` : plain;
}

/** `city Oslo, unit celsius`: arguments in one line. */
export function argumentWords(args: unknown): string | undefined {
  const shown = maskSecrets(args);
  if (!isObject(shown)) return undefined;
  const words = Object.entries(shown).map(([name, value]) => {
    return `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`;
  });
  return short(words.join(', '));
}

/** `A form with 2 fields`, out of what a thread says of a question. */
function askedWords(text: string | undefined): string | undefined {
  const words = /^It asks for ([^.“]+)|^1 request: [^,]+, ([^.]+)/.exec(text ?? '');
  const found = words?.[1] ?? words?.[2] ?? text;
  return short(found && found.charAt(0).toUpperCase() + found.slice(1));
}

/** What a step sends, in words: `Call weather`. */
export function sentWords(step: Step): string {
  switch (step.do) {
    case 'call':
      return `Call ${step.with.name}`;
    case 'prompt':
      return `Get prompt ${step.with.name}`;
    case 'read':
      return `Read ${short(step.with.uri)}`;
    case 'list':
      return `List ${step.with.what === 'all' ? 'everything' : step.with.what}`;
    case 'complete':
      return `Complete ${step.with.argument.name}`;
    case 'call-all':
      return 'Call every tool';
    case 'ping':
      return 'Ping';
    case 'raw':
      return 'A raw message';
    case 'connect':
      return 'Greeting';
    case 'answer':
      return 'Answer';
    case 'stop':
      return 'Stop';
    case 'compare':
      return 'Compare two results';
    case 'show':
      return 'Show';
    case 'wait':
      return 'Wait';
  }
}

function detailOf(step: Step): string | undefined {
  return step.do === 'call' || step.do === 'prompt' ? argumentWords(step.with.args) : undefined;
}

/** The messages of a call as they were: replies and the retries that carry them are one. */
export function threadRows(steps: readonly ThreadStep[], sent: Step | undefined): LadderRow[] {
  const rows: LadderRow[] = [];
  for (const [at, { kind, title, text, detail, tone, progress }] of steps.entries()) {
    const total = progress?.total === undefined ? '' : ` of ${progress.total}`;
    if (kind === 'sent')
      rows.push({ dir: 'out', title: sent ? sentWords(sent) : title, detail: sent && detailOf(sent), kind: 'req' });
    else if (kind === 'progress')
      rows.push({
        dir: 'in',
        title: progress ? `Progress ${progress.value}${total}` : title,
        detail: short(text),
        kind: 'ntf',
      });
    else if (kind === 'log') rows.push({ dir: 'in', title, detail: short(text), kind: 'ntf' });
    else if (kind === 'ask')
      rows.push({ dir: 'in', title: 'Needs input', detail: askedWords(text ?? detail), kind: 'srv' });
    else if (kind === 'reply') {
      const retried = steps[at + 1]?.kind === 'retry';
      rows.push({ dir: 'out', title: retried ? 'Answer and retry' : 'Answer', detail: title, kind: 'srv' });
    } else if (kind === 'retry' && steps[at - 1]?.kind !== 'reply')
      rows.push({ dir: 'out', title, detail: short(detail), kind: 'req' });
    else if (kind === 'task') rows.push({ dir: 'in', title, detail: short(text ?? detail), kind: 'req' });
    else if (kind === 'note' && title.startsWith('Server was told'))
      rows.push({ dir: 'out', title: 'Stop', detail: title, kind: 'req' });
    else if (kind === 'result')
      rows.push({
        dir: 'in',
        title,
        detail: short(text),
        kind: tone === 'error' ? 'err' : tone === 'warn' ? 'ntf' : 'res',
      });
  }
  return rows;
}

const GREETING = 'Greeting';
const KNOWN = 'Who it is, what it can do';
const WORDS: Readonly<Record<string, string>> = {
  initialize: GREETING,
  'server/discover': GREETING,
  'tools/list': 'Which tools?',
  'resources/list': 'Which resources?',
  'prompts/list': 'Which prompts?',
};

/** How a session begins: the greeting and the lists, each request with its answer. */
export function sessionRows(rows: readonly TrafficRow[]): LadderRow[] {
  return rows.flatMap((row): LadderRow[] => {
    if (row.kind !== 'call' || !Object.hasOwn(WORDS, row.method)) return [];
    const title = WORDS[row.method] ?? row.method;
    const sent: LadderRow = { dir: 'out', title, detail: row.method, kind: 'req' };
    if (row.status === 'open') return [sent];
    if (row.status !== 'complete')
      return [sent, { dir: 'in', title: 'An error', detail: short(row.preview), kind: 'err' }];
    const answer = title === GREETING ? KNOWN : 'A list';
    return [sent, { dir: 'in', title: answer, detail: short(row.preview), kind: 'res' }];
  });
}

/** Where the playing of a page is. */
export interface Progress {
  /** The step that runs or ran last; undefined before the first. */
  readonly at: number | undefined;
  /** That step has its outcome. */
  readonly done: boolean;
  /** What the server speaks, where it is known: only in the modern era a reply is a new request. */
  readonly era?: EraName | undefined;
}

/** What the rest of a page will send and get, as far as a script tells. */
export function comingRows(script: RunScript, places: readonly number[], { at, done, era }: Progress): LadderRow[] {
  const from = at === undefined ? 0 : places.indexOf(at) + (done ? 1 : 0);
  return places.slice(from).flatMap((place): LadderRow[] => {
    const step = script.steps[place];
    if (!step || ['compare', 'show', 'wait'].includes(step.do)) return [];
    const next = nextOf(script, place);
    const begun = place === at;
    const retried = step.do === 'answer' && era === 'modern';
    const title = retried ? 'Answer and retry' : sentWords(step);
    const detail = retried ? 'The reply, as a new request' : detailOf(step);
    const sent: LadderRow[] = begun ? [] : [{ dir: 'out', title, detail, kind: 'req' }];
    if (next === 'answer') return [...sent, { dir: 'in', title: 'Needs input', kind: 'srv' }];
    if (next === 'stop') return [...sent, { dir: 'in', title: 'Progress', kind: 'ntf' }];
    if (step.do === 'stop') return sent;
    return [...sent, { dir: 'in', title: step.do === 'connect' ? KNOWN : 'Result', kind: 'res' }];
  });
}
