import type { Candidate } from '#shared/candidates.ts';
import type { Endpoint, HttpEndpoint, SettingValue, StdioEndpoint } from '#shared/config.ts';
import { risksOf } from '#shared/risky-command.ts';
import { isSecretName, isSecretValue } from '#shared/secret-names.ts';
import { fetchedBy } from './package-runner.ts';
import { isLocal } from './server-name.ts';

export type Warning = Candidate['warnings'][number];

const RELATIVE = /^(?:\.{1,2}[\\/]|[^-\\/:@~$][^:@]*\.(?:[cm]?[jt]s|py|rb|sh|jar)$)/;

/** What a person should know of an endpoint before it runs: downloads, risky parts, secrets in plain text, plain http, relative paths. */
export function endpointWarnings(endpoint: Endpoint): Warning[] {
  if (endpoint.kind === 'stdio') return stdioWarnings(endpoint);
  return endpoint.kind === 'http' ? httpWarnings(endpoint) : [];
}

function stdioWarnings(endpoint: StdioEndpoint): Warning[] {
  const { command, args, env, cwd } = endpoint;
  const warnings: Warning[] = [];
  const fetched = fetchedBy(command, args);
  if (fetched) {
    const what =
      fetched.from === 'a container registry' ? 'an image' : fetched.from === 'the web' ? 'code' : 'a package';
    warnings.push({ code: 'downloads', text: `May download ${what} from ${fetched.from}: ${fetched.item}` });
  }
  for (const { title, text } of risksOf(command, args)) warnings.push({ code: 'risky', text: `${title}. ${text}` });
  for (const [name, value] of Object.entries(env)) warnings.push(...secretIn(name, value));
  warnings.push(...secretsInArgs(args));
  if (cwd === undefined) {
    for (const arg of args.filter((text) => RELATIVE.test(text))) {
      warnings.push({
        code: 'relative-path',
        text: `${arg} is a relative path. It is looked up in the working folder.`,
      });
    }
  } else if (!/^(?:[\\/]|[A-Za-z]:[\\/]|~|\$\{)/.test(cwd)) {
    warnings.push({
      code: 'relative-cwd',
      text: `The working folder ${cwd} is not an absolute path. Enter the whole path.`,
    });
  }
  return warnings;
}

function httpWarnings({ url, headers }: HttpEndpoint): Warning[] {
  const warnings: Warning[] = [];
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed?.protocol === 'http:' && !isLocal(parsed)) {
    const text = `Plain http to ${parsed.host}: anyone on the way can read everything, sign-in data included.`;
    warnings.push({ code: 'plain-http', text });
  }
  if (parsed && (parsed.password !== '' || [...parsed.searchParams.keys()].some((key) => isSecretName(key)))) {
    warnings.push({
      code: 'secret-plain',
      text: 'The address looks like it holds a secret, written here in plain text.',
    });
  }
  for (const { name, value } of headers) warnings.push(...secretIn(name, value));
  return warnings;
}

function plainSecret(name: string): Warning {
  return { code: 'secret-plain', text: `${name} looks like a secret and is written here in plain text.` };
}

function secretIn(name: string, value: SettingValue): Warning[] {
  if (typeof value !== 'string' || value === '' || value.includes('${')) return [];
  return isSecretName(name) || isSecretValue(value) ? [plainSecret(name)] : [];
}

function secretsInArgs(args: readonly string[]): Warning[] {
  return args.flatMap((arg, at) => {
    const [option = '', inline] = arg.split(/=(.*)/s);
    const value = inline ?? args[at + 1] ?? '';
    const named = option.startsWith('-') && isSecretName(option) && value !== '' && !value.startsWith('-');
    if (named) return secretIn(option, value);
    return isSecretValue(arg) && !isSecretName(args[at - 1] ?? '') ? [plainSecret(`Argument ${at + 1}`)] : [];
  });
}
