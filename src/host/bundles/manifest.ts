import { posix, win32 } from 'node:path';
import type { Candidate } from '#shared/candidates.ts';
import type { StdioEndpoint } from '#shared/config.ts';
import { arrayAt, isObject, type JsonObject, objectAt, textAt } from '#shared/json.ts';
import type { Computer } from '../exchange-formats/client-places.ts';
import { endpointWarnings, type Warning } from '../exchange-formats/endpoint-warnings.ts';
import { InputSet, plainId } from '../exchange-formats/input-set.ts';
import { notABundle } from './bundle-problem.ts';
import { userConfigInput } from './user-config.ts';

const KNOWN_VERSIONS = ['0.1', '0.2', '0.3', '0.4'];
const KEYS = new Set([
  ...['$schema', 'manifest_version', 'dxt_version', 'name', 'display_name', 'version', 'description', 'author'],
  ...['long_description', 'repository', 'homepage', 'documentation', 'support', 'icon', 'icons', 'screenshots'],
  ...['server', 'tools', 'tools_generated', 'prompts', 'prompts_generated', 'keywords', 'license', 'compatibility'],
  ...['user_config', 'privacy_policies', 'localization'],
]);

/** What a manifest is read against. */
export interface BundlePlace {
  /** Absolute folder the bundle will lie in. */
  dir: string;
  /** Paths of the files in the bundle, with `/`. */
  files: ReadonlySet<string>;
  computer: Computer;
}

/** A manifest, understood. */
export interface Manifest {
  candidate: Omit<Candidate, 'unpack' | 'origin'>;
  name: string;
  version: string;
  /** Keys of it that this app does not use. */
  rest: JsonObject;
  /** Paths in the bundle that must be executable. */
  programs: Set<string>;
}

/** Name and version of a manifest. Throws BundleProblem when there are none. */
export function identityOf(manifest: unknown): { name: string; version: string } {
  const name = textAt(manifest, 'name');
  const version = textAt(manifest, 'version');
  if (!name || !version) throw notABundle(`Its manifest.json has no “${name ? 'version' : 'name'}”.`);
  return { name: name.slice(0, 128), version: version.slice(0, 64) };
}

/** Reads a manifest of version 0.1 to 0.4 (MANIFEST.md of mcpb). Throws BundleProblem when it starts nothing. */
export function readManifest(manifest: JsonObject, place: BundlePlace): Manifest {
  const { name, version } = identityOf(manifest);
  const inputs = new InputSet();
  const { endpoint, programs, warnings } = endpointOf(manifest, place, inputs);
  const asked = inputs.all;
  return {
    name,
    version,
    programs,
    rest: Object.fromEntries(Object.entries(manifest).filter(([key]) => !KEYS.has(key))),
    candidate: {
      name: (textAt(manifest, 'display_name') || name).slice(0, 128),
      endpoint,
      ...(asked && { inputs: asked }),
      about: aboutOf(manifest),
      warnings: [...warnings, ...fitness(manifest, place.computer.platform), ...endpointWarnings(endpoint)],
    },
  };
}

interface Start {
  endpoint: StdioEndpoint;
  programs: Set<string>;
  warnings: Warning[];
}

function endpointOf(manifest: JsonObject, place: BundlePlace, inputs: InputSet): Start {
  const server = objectAt(manifest, 'server');
  if (!server) throw notABundle('Its manifest.json has no “server”.');
  const { platform } = place.computer;
  const type = textAt(server, 'type') ?? '';
  const entryPoint = (textAt(server, 'entry_point') ?? '').replace(/^\.\//, '');
  const config = configOf(server, platform);
  const fill = filler(manifest, place, inputs);
  const written = textAt(config, 'command') || usualCommand(type, entryPoint, platform);
  if (!written) throw notABundle('Its manifest.json says neither a command nor an entry point.');
  const given =
    config.args === undefined && textAt(config, 'command') === undefined
      ? usualArgs(type, entryPoint)
      : arrayAt(config, 'args');
  const args = given
    .filter((arg) => ['string', 'number', 'boolean'].includes(typeof arg))
    .map((arg) => fill(String(arg)));
  const env = Object.entries(objectAt(config, 'env') ?? {}).flatMap(([key, value]): [string, string][] =>
    ['string', 'number', 'boolean'].includes(typeof value) ? [[key, fill(String(value))]] : [],
  );
  const command = programOf(fill(written), place);
  const inside = insideOf(command, place);
  const programs = new Set([inside, type === 'binary' ? entryPoint : undefined].filter((path) => path !== undefined));
  const endpoint: StdioEndpoint = {
    kind: 'stdio',
    command,
    args,
    env: Object.fromEntries(env),
    cwd: place.dir,
    inherit: 'short',
  };
  return {
    endpoint,
    programs,
    warnings: [...absent(inside, place), ...(inside === entryPoint ? [] : absent(entryPoint || undefined, place))],
  };
}

/** `mcp_config` with what it says for this system. */
function configOf(server: JsonObject, platform: NodeJS.Platform): JsonObject {
  const { platform_overrides: overrides, ...base } = objectAt(server, 'mcp_config') ?? {};
  const own = isObject(overrides) ? objectAt(overrides, platform) : undefined;
  if (!own) return base;
  const env = { ...objectAt(base, 'env'), ...objectAt(own, 'env') };
  return { ...base, ...own, env };
}

function usualCommand(type: string, entryPoint: string, platform: NodeJS.Platform): string {
  switch (type) {
    case 'node':
      return 'node';
    case 'python':
      return platform === 'win32' ? 'python' : 'python3';
    case 'uv':
      return 'uv';
    default:
      return entryPoint === '' ? '' : `\${__dirname}/${entryPoint}`;
  }
}

function usualArgs(type: string, entryPoint: string): string[] {
  const script = `\${__dirname}/${entryPoint}`;
  if (type === 'uv') return ['run', '--directory', `\${__dirname}`, script];
  return type === 'node' || type === 'python' ? [script] : [];
}

/** Puts folders of this computer and references to inputs in the place of a manifest's variables. */
function filler(manifest: JsonObject, { dir, computer }: BundlePlace, inputs: InputSet): (text: string) => string {
  const { join, sep } = computer.platform === 'win32' ? win32 : posix;
  const folder = (name: string) => join(computer.home, name);
  const words = new Map([
    ['__dirname', dir],
    ['HOME', computer.home],
    ['DESKTOP', folder('Desktop')],
    ['DOCUMENTS', folder('Documents')],
    ['DOWNLOADS', folder('Downloads')],
    ['pathSeparator', sep],
    ['/', sep],
  ]);
  const asked = objectAt(manifest, 'user_config') ?? {};
  const plainly = (text: string) => text.replace(/\$\{([\w/]+)\}/g, (whole, name: string) => words.get(name) ?? whole);
  return (text) =>
    text.replace(/\$\{([^{}]+)\}/g, (whole, name: string) => {
      const key = name.startsWith('user_config.') ? name.slice('user_config.'.length) : undefined;
      if (key === undefined) return words.get(name) ?? whole;
      const given = Object.hasOwn(asked, key) ? asked[key] : undefined;
      return inputs.add(plainId(key), userConfigInput(key, given, plainly));
    });
}

/** The program as this system has it: one of the bundle ends in .exe on Windows, and is found from any folder. */
function programOf(command: string, place: BundlePlace): string {
  const { join, isAbsolute } = place.computer.platform === 'win32' ? win32 : posix;
  const relative = !isAbsolute(command) && place.files.has(command.replaceAll('\\', '/').replace(/^\.\//, ''));
  const path = relative ? join(place.dir, command) : command;
  if (place.computer.platform !== 'win32') return path;
  const inside = insideOf(path, place);
  const hasEnding = inside === undefined || place.files.has(inside) || !place.files.has(`${inside}.exe`);
  return hasEnding ? path : `${path}.exe`;
}

/** The path in the bundle, with `/`; undefined for a program of the computer. */
function insideOf(path: string, { dir, computer }: BundlePlace): string | undefined {
  const { normalize } = computer.platform === 'win32' ? win32 : posix;
  const plain = (text: string) => (computer.platform === 'win32' ? text.replaceAll('\\', '/') : text);
  const whole = plain(normalize(path));
  const folder = `${plain(dir)}/`;
  return whole.startsWith(folder) ? whole.slice(folder.length) : undefined;
}

function absent(path: string | undefined, { files }: BundlePlace): Warning[] {
  if (path === undefined || files.has(path) || files.has(`${path}.exe`)) return [];
  return [{ code: 'entry-missing', text: `The bundle starts ${path.slice(0, 300)}, which is not in it.` }];
}

/** What speaks against the bundle working here. */
function fitness(manifest: JsonObject, platform: NodeJS.Platform): Warning[] {
  const version = textAt(manifest, 'manifest_version') ?? textAt(manifest, 'dxt_version');
  const compatibility = objectAt(manifest, 'compatibility');
  const platforms = arrayAt(compatibility, 'platforms').filter((one) => typeof one === 'string');
  const warnings: Warning[] = [];
  if (version === undefined || !KNOWN_VERSIONS.includes(version)) {
    const said = version === undefined ? 'does not say its version' : `has version ${version.slice(0, 20)}`;
    warnings.push({ code: 'manifest-version', text: `The manifest ${said}. It was read as version 0.4.` });
  }
  if (platforms.length > 0 && !platforms.includes(platform)) {
    const named = platforms.map((one) => SYSTEMS.get(one) ?? one.slice(0, 20)).join(', ');
    warnings.push({
      code: 'platform',
      text: `It is made for ${named.slice(0, 200)}, not for ${SYSTEMS.get(platform) ?? platform}.`,
    });
  }
  for (const [runtime, range] of Object.entries(objectAt(compatibility, 'runtimes') ?? {})) {
    if (typeof range !== 'string') continue;
    warnings.push({
      code: 'runtime',
      text: `It needs ${runtime.slice(0, 40)} ${range.slice(0, 60)} on this computer.`,
    });
  }
  return warnings;
}

const SYSTEMS = new Map<string, string>([
  ['win32', 'Windows'],
  ['darwin', 'macOS'],
  ['linux', 'Linux'],
]);

function aboutOf(manifest: JsonObject): NonNullable<Candidate['about']> {
  const author = objectAt(manifest, 'author');
  const listed = (key: string) => {
    const names = arrayAt(manifest, key)
      .map((one) => textAt(one, 'name'))
      .filter((one) => one !== undefined);
    const more = manifest[`${key}_generated`] === true ? ' and more when it runs' : '';
    return names.length === 0 && more === '' ? undefined : `${names.slice(0, 200).join(', ') || 'None listed'}${more}`;
  };
  const facts: [string, string | undefined][] = [
    ['Name', textAt(manifest, 'name')],
    ['Version', textAt(manifest, 'version')],
    ['Author', [textAt(author, 'name'), textAt(author, 'url')].filter(Boolean).join(', ')],
    ['Description', textAt(manifest, 'description')],
    ['Tools', listed('tools')],
    ['Prompts', listed('prompts')],
    ['License', textAt(manifest, 'license')],
    ['Repository', textAt(objectAt(manifest, 'repository'), 'url') ?? textAt(manifest, 'repository')],
    [
      'Privacy policies',
      arrayAt(manifest, 'privacy_policies')
        .filter((one) => typeof one === 'string')
        .join(', '),
    ],
  ];
  return facts.flatMap(([label, text]) => (text ? [{ label, text: text.slice(0, 2000) }] : []));
}
