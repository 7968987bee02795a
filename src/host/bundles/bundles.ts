import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Detection } from '#shared/candidates.ts';
import { HostError, messageOf } from '#shared/errors.ts';
import { isObject, type JsonObject } from '#shared/json.ts';
import type { Computer } from '../exchange-formats/client-places.ts';
import { parseConfig } from '../exchange-formats/parse-document.ts';
import { BundleProblem, notABundle, unsafeBundle } from './bundle-problem.ts';
import { type BundleSource, type OpenBundle, openBundle } from './bundle-zip.ts';
import { LIMITS } from './check-entries.ts';
import { identityOf, type Manifest, readManifest } from './manifest.ts';
import { unpackBundle } from './unpack-bundle.ts';

/** Bundles that were shown and not unpacked yet; the oldest is forgotten. */
const MAX_WAITING = 10;
/** Bytes of dropped bundles that are held for them, together. */
const MAX_HELD = 100_000_000;

/** Digits of the checksum in a folder's name: nobody finds another bundle for a folder that is there already. */
const HASH_DIGITS = 16;

interface Waiting {
  source: BundleSource;
  sha256: string;
  dir: string;
  programs: ReadonlySet<string>;
}

/** Bundles (.mcpb, older .dxt) that are read for a review and unpacked when they are added. */
export interface Bundles {
  /** Reads the manifest of a bundle; a problem when it is refused. Nothing is unpacked. */
  read(source: BundleSource): Promise<Detection>;
  /** Unpacks a bundle that was read. Throws NOT_FOUND, CONFLICT when the file is another one now, REFUSED, IO. */
  unpack(token: string): Promise<{ dir: string }>;
}

/** Bundles of one host; they are unpacked to `mcpb/` in the data folder. */
export function createBundles({ dataDir, computer }: { dataDir: string; computer: Computer }): Bundles {
  const waiting = new Map<string, Waiting>();
  const keep = (one: Waiting): string => {
    const token = randomBytes(16).toString('hex');
    waiting.set(token, one);
    while (waiting.size > MAX_WAITING || (waiting.size > 1 && heldBy(waiting) > MAX_HELD)) {
      const [oldest] = waiting.keys();
      if (oldest !== undefined) waiting.delete(oldest);
    }
    return token;
  };
  const read = async (source: BundleSource, bundle: OpenBundle): Promise<Detection> => {
    const json = await manifestOf(bundle);
    const { name, version } = identityOf(json);
    const dir = join(dataDir, 'mcpb', `${plain(name)}-${plain(version)}-${bundle.sha256.slice(0, HASH_DIGITS)}`);
    const manifest = readManifest(json, { dir, files: filesOf(bundle), computer });
    const token = keep({ source, sha256: bundle.sha256, dir, programs: manifest.programs });
    return shown({ source, bundle, manifest, unpack: { token, dir } });
  };
  return {
    read: async (source) => {
      try {
        return await withBundle(source, computer.platform, (bundle) => read(source, bundle));
      } catch (error) {
        if (!(error instanceof BundleProblem)) throw error;
        return { kind: 'problem', title: error.title, detail: error.message };
      }
    },
    unpack: async (token) => {
      const found = waiting.get(token);
      if (!found) throw new HostError('NOT_FOUND', 'This bundle was looked at too long ago. Open the file again.');
      const { source, sha256, dir, programs } = found;
      await asHostError(() =>
        withBundle(source, computer.platform, async (bundle) => {
          if (bundle.sha256 !== sha256)
            throw new HostError('CONFLICT', 'The bundle is another file now than the one you saw. Open it again.');
          await unpackBundle(bundle, dir, programs);
        }),
      );
      waiting.delete(token);
      return { dir };
    },
  };
}

interface Shown {
  source: BundleSource;
  bundle: OpenBundle;
  manifest: Manifest;
  unpack: { token: string; dir: string };
}

/** What a person sees of a bundle before it is added. */
function shown({ source, bundle, manifest, unpack }: Shown): Detection {
  const { candidate, name, version, rest } = manifest;
  const files = filesOf(bundle).size;
  const unpacked = bundle.entries.reduce((sum, { size }) => sum + size, 0);
  const signature = bundle.signed ? 'Signed; this app does not check the signature' : 'None';
  const about = [
    ...(candidate.about ?? []),
    { label: 'Signature', text: signature },
    { label: 'SHA-256', text: bundle.sha256 },
  ];
  const origin = {
    from: 'mcpb' as const,
    key: name,
    ...('path' in source && { file: source.path }),
    ...(Object.keys(rest).length > 0 && { rest }),
  };
  return {
    kind: 'servers',
    form: 'mcpb',
    title: `Bundle, ${candidate.name} ${version}`,
    detail: `${files === 1 ? '1 file' : `${files} files`}, ${megabytes(unpacked)} unpacked. It is unpacked when it is added.`,
    candidates: [{ ...candidate, about, unpack, origin }],
  };
}

function filesOf({ entries }: OpenBundle): Set<string> {
  return new Set(entries.filter(({ folder }) => !folder).map(({ path }) => path));
}

function heldBy(waiting: ReadonlyMap<string, Waiting>): number {
  let sum = 0;
  for (const { source } of waiting.values()) if ('bytes' in source) sum += source.bytes.length;
  return sum;
}

async function withBundle<T>(
  source: BundleSource,
  platform: NodeJS.Platform,
  work: (bundle: OpenBundle) => Promise<T>,
): Promise<T> {
  const bundle = await openBundle(source, platform);
  try {
    return await work(bundle);
  } finally {
    await bundle.close();
  }
}

async function asHostError(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof BundleProblem) throw new HostError('REFUSED', `${error.title}. ${messageOf(error)}`);
    throw error;
  }
}

async function manifestOf(bundle: OpenBundle): Promise<JsonObject> {
  const entry = bundle.entries.find(({ path }) => path === 'manifest.json');
  if (!entry) throw notABundle('It has no manifest.json at its top.');
  if (entry.size > LIMITS.manifest) throw unsafeBundle('Its manifest.json is larger than 1 MB.');
  const chunks: Buffer[] = [];
  for await (const chunk of bundle.read(entry)) chunks.push(chunk);
  const parsed = parseConfig(
    Buffer.concat(chunks)
      .toString('utf8')
      .replace(/^\ufeff/, ''),
    'json',
  );
  if ('kind' in parsed) throw notABundle(`manifest.json: ${parsed.title}. ${parsed.detail}`);
  if (!isObject(parsed.value)) throw notABundle('Its manifest.json is not an object.');
  return parsed.value;
}

/** A part of a folder's name: letters, digits and a few marks, on every system. */
function plain(text: string): string {
  return (
    text
      .replace(/[^A-Za-z0-9._-]+/g, '-')
      .replace(/^[.-]+|[.-]+$/g, '')
      .slice(0, 60) || 'bundle'
  );
}

function megabytes(bytes: number): string {
  return bytes < 100_000 ? `${Math.ceil(bytes / 1000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
