import type { ServerConfig, SettingValue } from '#shared/config.ts';
import { looksSecret } from '../looks-secret.ts';
import { shellLine } from '../shell-line.ts';
import {
  CONNECT_OPTIONS,
  ERA_OPTIONS,
  INHERIT_OPTIONS,
  RESTART_OPTIONS,
  TRANSPORT_OPTIONS,
  wordsOf,
} from './choices.ts';
import { configOf, type Draft, draftOfServer } from './draft.ts';

/** One setting that differs from what is saved, both in words; secrets never in clear. */
export interface Change {
  label: string;
  from: string;
  to: string;
}

const NONE = 'none';
const seconds = (ms: number | undefined) =>
  ms === undefined ? 'as in the app' : ms === 0 ? 'no limit' : `${ms / 1000} s`;

function shown(name: string, value: SettingValue | undefined): string {
  if (value === undefined) return NONE;
  if (typeof value !== 'string') return 'a secret';
  return looksSecret({ name, value }) ? '••••••' : value === '' ? 'empty' : value;
}

/** The settings of a draft as flat words, in the order of the form. */
function wordsOfDraft(draft: Draft): Map<string, string> {
  const words = new Map<string, string>();
  const { endpoint, timeouts, literal, trace } = draft;
  words.set('Name', draft.name.trim());
  words.set('Protocol', wordsOf(ERA_OPTIONS, draft.era));
  if (endpoint.kind === 'stdio') {
    words.set('Program', endpoint.command);
    words.set('Arguments', shellLine(endpoint.args, 'linux') || NONE);
    words.set('Working folder', endpoint.cwd ?? 'default');
    words.set('What else it gets', wordsOf(INHERIT_OPTIONS, endpoint.inherit));
    words.set('File of variables', endpoint.envFile ?? NONE);
  } else if (endpoint.kind === 'http') {
    words.set('Address', endpoint.url);
    words.set('Transport', wordsOf(TRANSPORT_OPTIONS, endpoint.transport));
    words.set('Further authorities', endpoint.trust?.caFile ?? NONE);
    words.set('Only this certificate', endpoint.trust?.fingerprint ?? 'any that is trusted');
    words.set('Sign-in headers in the log', draft.keepHeaders ? 'kept' : 'hidden');
  }
  words.set('Connect', wordsOf(CONNECT_OPTIONS, draft.connect));
  words.set('Start again', wordsOf(RESTART_OPTIONS, draft.restart));
  words.set('Limit for connecting', seconds(timeouts.connectMs));
  words.set('Limit for a sign of life', seconds(timeouts.requestMs));
  words.set('Limit of one call', seconds(timeouts.totalMs));
  words.set('Restart when these change', draft.watch.join(', ') || NONE);
  words.set('Workspace folder', draft.workspaceFolder.trim() || 'default');
  words.set('Trace', trace ? 'every request' : 'on demand');
  words.set(`~ and \${…}`, literal ? 'passed on as written' : 'filled in');
  return words;
}

type Values = ReadonlyMap<string, SettingValue | readonly string[] | undefined>;

function valueWords(name: string, value: SettingValue | readonly string[] | undefined, secret: boolean): string {
  if (Array.isArray(value)) return value.join(', ') || NONE;
  const one = value as SettingValue | undefined; // `Array.isArray` does not narrow a readonly array away
  return secret && one !== undefined ? 'a secret' : shown(name, one);
}

function valueChanges(
  before: Values,
  after: Values,
  typed: Draft['typed'],
  secret: (name: string) => boolean,
): Change[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((label) => {
    const [old, now] = [before.get(label), after.get(label)];
    const retyped = typeof now === 'object' && 'secret' in now && now.secret in typed;
    if (JSON.stringify(old) === JSON.stringify(now) && !retyped) return [];
    const to = valueWords(label, now, secret(label));
    return [{ label, from: valueWords(label, old, secret(label)), to: retyped ? 'a new secret' : to }];
  });
}

const rowValues = ({ rows }: Draft): Values =>
  new Map(rows.filter(({ name }) => name.trim() !== '').map(({ name, value }) => [name.trim(), value]));
const answers = ({ inputs }: Draft): Values =>
  new Map(Object.entries(inputs).map(([id, { title, value }]) => [title?.slice(0, 80) ?? id, value]));

/** What saving would change, in the order of the form; empty when nothing would. */
export function changesOf(saved: ServerConfig, draft: Draft): Change[] {
  const before = draftOfServer(saved);
  const old = wordsOfDraft(before);
  const fields = [...wordsOfDraft(draft)].flatMap(([label, to]) => {
    const from = old.get(label) ?? NONE;
    return from === to ? [] : [{ label, from, to }];
  });
  const secrets = new Set(
    Object.entries(draft.inputs).flatMap(([id, input]) => (input.secret ? [input.title?.slice(0, 80) ?? id] : [])),
  );
  const values = [
    ...valueChanges(rowValues(before), rowValues(draft), draft.typed, () => false),
    ...valueChanges(answers(before), answers(draft), draft.typed, (label) => secrets.has(label)),
  ];
  const found = [...fields, ...values];
  if (found.length > 0) return found;
  // Something without words of its own, such as the order of headers.
  const same = JSON.stringify(configOf(before)) === JSON.stringify(configOf(draft));
  return same ? [] : [{ label: 'Order', from: 'as saved', to: 'changed' }];
}
