import type { Candidate, Detection, LeftOut } from '#shared/candidates.ts';
import { arrayAt, isObject, type JsonObject, objectAt, textAt } from '#shared/json.ts';
import { parseConfig } from './parse-document.ts';
import type { Reader, TextSource } from './reader.ts';
import { textField } from './server-json-inputs.ts';
import { readPackage, readRemote, restOf, type Way, type WayRead } from './server-json-package.ts';
import { nameOfPackage } from './server-name.ts';

/** More packages and addresses than any server has. */
const MAX_WAYS = 50;
const KEYS = [
  '$schema',
  'name',
  'title',
  'description',
  'version',
  'versionDetail',
  'packages',
  'remotes',
  'repository',
  'websiteUrl',
];

/** The description of a server in the registry's words: `server.json`, current and older spelling. */
export const SERVER_JSON: Reader = {
  test: (text) => text.startsWith('{') && /"(?:packages|remotes)"\s*:/.test(text) && serverOf(text) !== undefined,
  read: readServerJson,
};

/** The description itself, also out of a registry's answer, which wraps it. */
function serverOf(text: string): JsonObject | undefined {
  const parsed = parseConfig(text, 'json');
  if ('kind' in parsed || !isObject(parsed.value)) return undefined;
  const { value } = parsed;
  return [value, objectAt(value, 'server')].find(
    (one): one is JsonObject =>
      one !== undefined &&
      textAt(one, 'name') !== undefined &&
      [...arrayAt(one, 'packages'), ...arrayAt(one, 'remotes')].some(isObject),
  );
}

/** Reads a server.json into one candidate for each package and remote address; a problem when none can be used. Never throws. */
export function readServerJson(text: string, source: TextSource): Detection {
  const server = serverOf(text);
  if (!server)
    return {
      kind: 'problem',
      title: 'This is no server.json',
      detail: 'It has no “name”, or neither “packages” nor “remotes”.',
    };
  const key = textAt(server, 'name') ?? '';
  const read = [
    ...arrayAt(server, 'packages').slice(0, MAX_WAYS).map(readPackage),
    ...arrayAt(server, 'remotes').slice(0, MAX_WAYS).map(readRemote),
  ];
  const ways = read.filter((way) => 'candidate' in way);
  const leftOut = read.filter((way) => 'reason' in way).map((way) => leftOutOf(key, way));
  const version = versionOf(server);
  const shown = `${key.slice(0, 200)}${version === undefined ? '' : ` ${version.slice(0, 60)}`}`;
  if (ways.length === 0) {
    const detail = leftOut
      .map(({ reason }) => reason)
      .join(' ')
      .slice(0, 4000);
    return { kind: 'problem', title: `server.json: no way to start ${shown}`, detail };
  }
  const candidates = named(ways, server, source);
  return {
    kind: 'servers',
    form: 'server-json',
    title: `server.json, ${shown}`,
    detail: ways
      .map(({ label }) => label)
      .join(', ')
      .slice(0, 1000),
    candidates,
    ...(leftOut.length > 0 && { leftOut }),
  };
}

function versionOf(server: JsonObject): string | undefined {
  const detail = objectAt(server, 'version_detail') ?? objectAt(server, 'versionDetail');
  return textAt(server, 'version') ?? textAt(detail, 'version');
}

function leftOutOf(key: string, way: Extract<WayRead, { reason: string }>): LeftOut {
  return { name: `${shortName(key)}${way.label === '' ? '' : ` (${way.label})`}`.slice(0, 128), reason: way.reason };
}

/** `io.github.someone/weather-mcp` is `weather`. */
function shortName(key: string): string {
  return nameOfPackage(key.slice(0, 300)).replace(/\s+/g, ' ').trim().slice(0, 80) || 'server';
}

/** The first way has the plain name; the others say what they are, and are alternatives that nobody wants all of. */
function named(ways: readonly Way[], server: JsonObject, source: TextSource): Candidate[] {
  const key = textAt(server, 'name') ?? '';
  const plain = shortName(key);
  const taken = new Set<string>();
  const rest = restOf(server, KEYS);
  return ways.map(({ label, candidate, rest: own }, at) => {
    const wanted = at === 0 ? plain : `${plain} (${label})`;
    let name = wanted;
    for (let n = 2; taken.has(name); n += 1) name = `${wanted}-${n}`;
    taken.add(name);
    const kept = { ...rest, ...(Object.keys(own).length > 0 && { [`${label} package`]: own }) };
    return {
      name,
      ...candidate,
      ...(at > 0 && { disabled: true }),
      origin: {
        from: 'server-json' as const,
        key: key.slice(0, 300),
        ...(source.file !== undefined && { file: source.file }),
        ...(Object.keys(kept).length > 0 && { rest: kept }),
      },
      about: aboutOf(server),
      warnings: [...candidate.warnings, ...alternative(at, ways[0]?.label)],
    };
  });
}

function alternative(at: number, first: string | undefined): Candidate['warnings'] {
  if (at === 0) return [];
  return [
    { code: 'alternative', text: `Another way to the same server as the one above (${first}). One of them is enough.` },
  ];
}

function aboutOf(server: JsonObject): NonNullable<Candidate['about']> {
  const repository = objectAt(server, 'repository');
  const facts: [string, string | undefined][] = [
    ['Name', textAt(server, 'title') ?? textAt(server, 'name')],
    ['Registry name', textAt(server, 'title') === undefined ? undefined : textAt(server, 'name')],
    ['Version', versionOf(server)],
    ['Description', textAt(server, 'description')],
    ['Repository', textAt(repository, 'url')],
    ['Website', textField(server, 'websiteUrl')],
  ];
  return facts.flatMap(([label, text]) => (text ? [{ label, text: text.slice(0, 1000) }] : []));
}
