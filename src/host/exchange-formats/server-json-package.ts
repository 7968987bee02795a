import type { Candidate, LeftOut } from '#shared/candidates.ts';
import type { Endpoint, HttpEndpoint, StdioEndpoint } from '#shared/config.ts';
import { isObject, type JsonObject } from '#shared/json.ts';
import { endpointWarnings } from './endpoint-warnings.ts';
import { InputSet } from './input-set.ts';
import { argumentsOf, type PackageNotes } from './server-json-arguments.ts';
import { field, filledValue, listField, settingsOf, snake, textField } from './server-json-inputs.ts';

/** One way to run or reach a server, and what kind of way it is: `npm`, `remote`. */
export interface Way {
  label: string;
  candidate: Pick<Candidate, 'endpoint' | 'inputs' | 'warnings'>;
  /** Keys that this app does not use. */
  rest: JsonObject;
}

export type WayRead = Way | (Pick<LeftOut, 'reason'> & { label: string });

const PACKAGE_KEYS = [
  ...['registryType', 'registryName', 'registryBaseUrl', 'identifier', 'name', 'version', 'transport', 'runtimeHint'],
  ...['runtimeArguments', 'packageArguments', 'environmentVariables'],
];
const REMOTE_KEYS = ['type', 'transportType', 'url', 'headers', 'variables'];

/** What is left of an object without the keys this app uses, in either spelling. */
export function restOf(given: JsonObject, used: readonly string[]): JsonObject {
  const known = new Set(used.flatMap((key) => [key, snake(key)]));
  return Object.fromEntries(Object.entries(given).filter(([key]) => !known.has(key)));
}

/** Reads one of `packages`. Nothing is looked up or downloaded. */
export function readPackage(given: unknown): WayRead {
  if (!isObject(given)) return { label: 'package', reason: 'One entry of “packages” is not an object.' };
  const type = (textField(given, 'registryType') ?? textField(given, 'registryName') ?? '').toLowerCase();
  const label = (Object.hasOwn(LABELS, type) ? LABELS[type] : undefined) ?? type.slice(0, 40);
  const identifier = textField(given, 'identifier') ?? textField(given, 'name');
  if (identifier === undefined)
    return { label, reason: `One package (${label || 'without a type'}) has no “identifier”.` };
  if (type === 'mcpb') return { label, reason: bundleReason(given, identifier) };
  const transport = field(given, 'transport');
  const way = textField(transport, 'type') ?? 'stdio';
  if (way !== 'stdio') {
    const url = textField(transport, 'url') ?? 'the address it prints';
    const reason = `The package ${identifier.slice(0, 200)} is started by a command and then reached at ${url.slice(0, 300)}. Start it yourself, then add that address.`;
    return { label, reason };
  }
  const notes: PackageNotes = { inputs: new InputSet(), warnings: [] };
  const runner = Object.hasOwn(RUNNERS, type) ? RUNNERS[type] : undefined;
  if (!runner) {
    const reason = `The package ${identifier.slice(0, 200)} is of the type “${type.slice(0, 40)}”, which this app does not know. Add its command by hand.`;
    return { label, reason };
  }
  const env = settingsOf(listField(given, 'environmentVariables'), notes.inputs);
  const before = argumentsOf(listField(given, 'runtimeArguments'), notes, true);
  const after = argumentsOf(listField(given, 'packageArguments'), notes);
  const [command = '', ...args] = runner({ given, identifier, before, after, names: env.map(([name]) => name) });
  const endpoint: StdioEndpoint = { kind: 'stdio', command, args, env: Object.fromEntries(env), inherit: 'short' };
  return wayOf({ label, endpoint, notes, rest: restOf(given, PACKAGE_KEYS) });
}

/** Reads one of `remotes`. */
export function readRemote(given: unknown): WayRead {
  const type = textField(given, 'type') ?? textField(given, 'transportType');
  const label = type === 'sse' ? 'remote, SSE' : 'remote';
  const url = textField(given, 'url');
  if (!isObject(given) || url === undefined) return { label, reason: 'One remote address has no “url”.' };
  const notes: PackageNotes = { inputs: new InputSet(), warnings: [] };
  const address = filledValue(url, given, notes.inputs, true);
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address.replace(/\$\{[^}]*\}/g, 'x'))) {
    return { label, reason: `The remote address “${url.slice(0, 200)}” is not an http or https address.` };
  }
  const endpoint: HttpEndpoint = {
    kind: 'http',
    url: address,
    headers: settingsOf(listField(given, 'headers'), notes.inputs).map(([name, value]) => ({ name, value })),
    transport: type === 'sse' ? 'sse' : type === undefined ? 'auto' : 'streamable',
  };
  return wayOf({ label, endpoint, notes, rest: restOf(given, REMOTE_KEYS) });
}

function wayOf({
  label,
  endpoint,
  notes,
  rest,
}: {
  label: string;
  endpoint: Endpoint;
  notes: PackageNotes;
  rest: JsonObject;
}): Way {
  const inputs = notes.inputs.all;
  const warnings = [...notes.warnings, ...endpointWarnings(endpoint)];
  return { label, candidate: { endpoint, warnings, ...(inputs && { inputs }) }, rest };
}

function bundleReason(given: JsonObject, url: string): string {
  const hash = textField(given, 'fileSha256');
  const check =
    hash === undefined ? 'The description names no checksum.' : `Its SHA-256 should be ${hash.slice(0, 128)}.`;
  return `The bundle at ${url.slice(0, 500)} is not downloaded by this app. Download it yourself, then open the file. ${check}`;
}

const LABELS: Record<string, string> = {
  npm: 'npm',
  pypi: 'pypi',
  oci: 'docker',
  docker: 'docker',
  nuget: 'nuget',
  mcpb: 'mcpb',
};

interface Run {
  given: JsonObject;
  identifier: string;
  before: string[];
  after: string[];
  /** Names of the variables it gets. */
  names: string[];
}

const RUNNERS: Record<string, (run: Run) => string[]> = {
  npm: (run) => {
    const hint = hintOf(run.given, 'npx');
    const registry = registryOf(run.given, 'registry.npmjs.org');
    const from = registry === undefined ? [] : ['--registry', registry];
    const yes = hint !== 'npx' || run.before.some((one) => one === '-y' || one === '--yes') ? [] : ['-y'];
    return [...program(hint), ...yes, ...from, ...run.before, versioned(run, '@'), ...run.after];
  },
  pypi: (run) => {
    const hint = hintOf(run.given, 'uvx');
    const registry = registryOf(run.given, 'pypi.org');
    const from = registry === undefined ? [] : ['--index-url', registry];
    return [...program(hint), ...from, ...run.before, versioned(run, hint === 'uvx' ? '@' : '=='), ...run.after];
  },
  nuget: (run) => {
    const yes = run.before.includes('--yes') || run.before.includes('-y') ? [] : ['--yes'];
    const after = run.after.length === 0 ? [] : ['--', ...run.after];
    return [hintOf(run.given, 'dnx'), versioned(run, '@'), ...run.before, ...yes, ...after];
  },
  oci: container,
  docker: container,
};

function container(run: Run): string[] {
  const before = run.before[0] === 'run' ? run.before.slice(1) : run.before;
  const fixed = ['-i', '--rm'].filter((option) => !before.includes(option));
  // Without a value docker takes it from its own environment: no secret is seen in the list of processes.
  const passed = run.names.filter((name) => !before.some((one) => one === name || one.startsWith(`${name}=`)));
  const variables = passed.flatMap((name) => ['-e', name]);
  return [hintOf(run.given, 'docker'), 'run', ...fixed, ...variables, ...before, image(run), ...run.after];
}

function image(run: Run): string {
  const host = registryOf(run.given, 'docker.io');
  const name = versioned(run, ':');
  const named = host?.replace(/^https?:\/\//, '').replace(/\/+$/, '');
  return named === undefined || name.startsWith(`${named}/`) ? name : `${named}/${name}`;
}

/** The package with its version, unless it is named already or means the newest one. */
function versioned({ given, identifier }: Run, mark: string): string {
  const version = textField(given, 'version');
  if (version === undefined || version === 'latest' || identifier.includes('@sha256:')) return identifier;
  const last = identifier.slice(identifier.lastIndexOf('/') + 1);
  return last.includes(mark.slice(0, 1)) && !last.startsWith(mark) ? identifier : `${identifier}${mark}${version}`;
}

/** A registry other than the usual one. */
function registryOf(given: JsonObject, usual: string): string | undefined {
  const url = textField(given, 'registryBaseUrl');
  if (url === undefined || !URL.canParse(url)) return undefined;
  const { hostname } = new URL(url);
  return hostname === usual || hostname.endsWith(`.${usual}`) ? undefined : url;
}

/** A hint is the name of a program; anything longer is somebody's whole command line. */
function hintOf(given: JsonObject, usual: string): string {
  const hint = textField(given, 'runtimeHint');
  return hint !== undefined && /^[A-Za-z][\w.+-]{0,60}$/.test(hint) ? hint : usual;
}

/** Runners that need a word of their own before the package. */
function program(hint: string): string[] {
  switch (hint) {
    case 'pnpm':
    case 'yarn':
      return [hint, 'dlx'];
    case 'bun':
      return [hint, 'x'];
    case 'npm':
      return [hint, 'exec', '--yes', '--'];
    case 'pipx':
      return [hint, 'run'];
    case 'uv':
      return [hint, 'tool', 'run'];
    case 'python':
    case 'python3':
      return [hint, '-m'];
    default:
      return [hint];
  }
}
