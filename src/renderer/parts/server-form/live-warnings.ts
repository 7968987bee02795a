import type { Candidate } from '#shared/candidates.ts';
import type { StdioEndpoint } from '#shared/config.ts';
import { risksOf } from '#shared/risky-command.ts';
import { isSecretName, isSecretValue } from '#shared/secret-names.ts';
import { absolutePath, cloudOf, folderOf, isAbsolute } from './absolute-path.ts';
import type { Draft } from './draft.ts';

/** Something a person should know before it runs; `fix` changes the draft so that it is gone. */
export interface LiveWarning {
  code: string;
  title: string;
  text?: string;
  /** Text from outside. */
  foreign?: boolean;
  fix?: { label: string; run: (draft: Draft) => Draft };
}

/** Codes of the host's warnings that are worked out here instead, so that they go when the draft changes. */
const LIVE = new Set(['risky', 'relative-path', 'relative-cwd', 'plain-http', 'not-expanded', 'cloud-folder']);
const FILE_ARGUMENT = /^(?:\.{1,2}[\\/]|[^-\\/:@~$][^:@]*\.(?:[cm]?[jt]s|py|rb|sh|jar)$)/;

function withArgument(draft: Draft, at: number, text: string): Draft {
  const { endpoint } = draft;
  if (endpoint.kind !== 'stdio') return draft;
  return { ...draft, endpoint: { ...endpoint, args: endpoint.args.with(at, text) } };
}

/** Puts the secret in an argument among the stored ones; a reference to an answered question takes its place. */
function argumentToSecret(draft: Draft, at: number, part: { prefix: string; value: string; label: string }): Draft {
  const base = part.label.replaceAll(/\W+/g, '-').replace(/^-+|-+$/g, '') || `argument-${at + 1}`;
  let id = base;
  for (let n = 2; id in draft.inputs; n += 1) id = `${base}-${n}`;
  const secret = `${draft.name.trim()}/${id}`;
  const input = { title: part.label, kind: 'text' as const, secret: true, required: true, value: { secret } };
  const changed = withArgument(draft, at, `${part.prefix}\${input:${id}}`);
  return { ...changed, inputs: { ...draft.inputs, [id]: input }, typed: { ...draft.typed, [secret]: part.value } };
}

interface SecretArgument {
  at: number;
  /** What stands before the value in the same argument. */
  prefix: string;
  value: string;
  label: string;
}

/** Arguments that hold a secret in plain text: by the option before them, or by their form. */
export function secretArguments({ args }: Pick<StdioEndpoint, 'args'>): SecretArgument[] {
  return args.flatMap((arg, at): SecretArgument[] => {
    const [option = '', inline] = arg.split(/=(.*)/s);
    const before = args[at - 1] ?? '';
    const plain = (value: string) => value !== '' && !value.includes('${');
    if (
      option.startsWith('-') &&
      inline !== undefined &&
      plain(inline) &&
      (isSecretName(option) || isSecretValue(inline))
    )
      return [{ at, prefix: `${option}=`, value: inline, label: option }];
    if (before.startsWith('-') && !before.includes('=') && isSecretName(before) && !arg.startsWith('-') && plain(arg))
      return [{ at, prefix: '', value: arg, label: before }];
    return isSecretValue(arg) && plain(arg) ? [{ at, prefix: '', value: arg, label: `Argument ${at + 1}` }] : [];
  });
}

function stdioWarnings(draft: Draft, endpoint: StdioEndpoint, folder: string | undefined): LiveWarning[] {
  const found: LiveWarning[] = risksOf(endpoint.command, endpoint.args).map((risk) => ({
    code: 'risky',
    foreign: true,
    ...risk,
  }));
  for (const part of secretArguments(endpoint)) {
    const title = `${part.label} looks like a secret`;
    const text =
      'It would be saved in plain text with the server, and every program of yours can read it while it runs.';
    const fix = { label: 'Move to secrets', run: (now: Draft) => argumentToSecret(now, part.at, part) };
    found.push({ code: 'secret-argument', title, text, ...(draft.literal ? {} : { fix }) });
  }
  const { cwd = '', args, command } = endpoint;
  for (const [at, arg] of args.entries()) {
    if (!FILE_ARGUMENT.test(arg) || isAbsolute(arg)) continue;
    const whole = folder === undefined ? undefined : absolutePath(folder, arg);
    const fix =
      whole === undefined ? {} : { fix: { label: 'Make absolute', run: (now: Draft) => withArgument(now, at, whole) } };
    const text =
      whole === undefined ? 'It is looked up in the working folder.' : `It means ${whole} in this working folder.`;
    found.push({ code: 'relative-path', title: `${arg} is a relative path`, text, ...fix });
  }
  if (cwd !== '' && !isAbsolute(cwd)) {
    const base = draft.origin?.file === undefined ? undefined : folderOf(draft.origin.file);
    const whole = base === undefined ? undefined : absolutePath(base, cwd);
    const run = (now: Draft): Draft => ({ ...now, endpoint: { ...endpoint, cwd: whole ?? cwd } });
    const fix = whole === undefined ? {} : { fix: { label: 'Make absolute', run } };
    const text = whole === undefined ? 'Enter the whole path.' : `Seen from the config file it means ${whole}.`;
    found.push({ code: 'relative-cwd', title: `The working folder ${cwd} is a relative path`, text, ...fix });
  }
  const cloud = [cwd, command, ...args].map(cloudOf).find((name) => name !== undefined);
  if (cloud !== undefined) {
    const text = 'Files there may be fetched when they are first read, or change while the server runs.';
    found.push({ code: 'cloud-folder', title: `A path lies in a folder kept in step by ${cloud}`, text });
  }
  return found;
}

function httpWarnings(url: string): LiveWarning[] {
  if (!URL.canParse(url)) return [];
  const { protocol, hostname } = new URL(url);
  if (protocol !== 'http:' || /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)) return [];
  const text =
    'Everyone on the way can read and change what is sent, including tokens. Use https if the server offers it.';
  return [{ code: 'plain-http', title: 'This address is not encrypted', text }];
}

function noteOf(code: string): { text?: string } {
  if (code !== 'unknown-keys') return {};
  return { text: 'They are kept with the server, and given back when it is written for another client.' };
}

/** What to know of a draft as it stands now; `folder` is the one it would run in. */
export function liveWarnings(draft: Draft, folder: string | undefined): LiveWarning[] {
  const { endpoint } = draft;
  const live = endpoint.kind === 'stdio' ? stdioWarnings(draft, endpoint, folder) : [];
  if (endpoint.kind === 'http') live.push(...httpWarnings(endpoint.url));
  // A secret in a variable or header has its own line beside the value, one in an argument a warning of its own.
  const said = ({ code, text }: Candidate['warnings'][number]) =>
    LIVE.has(code) || (code === 'secret-plain' && !text.startsWith('The address'));
  const rest = draft.warnings.filter((warning) => !said(warning));
  return [...live, ...rest.map(({ code, text }) => ({ code, title: text, foreign: true, ...noteOf(code) }))];
}
