import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Bundles, createBundles } from '#host/bundles/bundles.ts';
import { Detection } from '#shared/candidates.ts';
import { seeded } from '../formats/mutate.ts';
import { makeZip, type ZipEntry } from './make-zip.ts';

let dataDir = '';
let bundles: Bundles;

const open = (platform: NodeJS.Platform = 'linux', home = '/home/me') =>
  createBundles({ dataDir, computer: { platform, home, env: {} } });

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'wirebench-bundles-'));
  bundles = open();
});

afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const ref = (inner: string): string => `\${${inner}}`;
const MANIFEST = {
  manifest_version: '0.3',
  name: 'my tool',
  display_name: 'My tool',
  version: '1.2.0',
  description: 'Does things',
  author: { name: 'Ada', url: 'https://ada.test' },
  server: {
    type: 'node',
    entry_point: 'server/index.js',
    mcp_config: { command: 'node', args: [`${ref('__dirname')}/server/index.js`] },
  },
  tools: [{ name: 'one' }, { name: 'two' }],
};

function withManifest(manifest: unknown, ...more: ZipEntry[]): Buffer {
  return makeZip([
    { path: 'manifest.json', content: typeof manifest === 'string' ? manifest : JSON.stringify(manifest) },
    { path: 'server/index.js', content: 'console.log(1)' },
    ...more,
  ]);
}

async function candidate(manifest: unknown, from: Bundles = bundles, ...more: ZipEntry[]) {
  const found = Detection.parse(await from.read({ bytes: withManifest(manifest, ...more) }));
  if (found.kind !== 'servers') throw new Error(JSON.stringify(found));
  const [one] = found.candidates;
  if (one?.endpoint.kind !== 'stdio') throw new Error('no program');
  return { ...one, endpoint: one.endpoint, codes: one.warnings.map(({ code }) => code) };
}

const config = (mcp: object, more: object = {}) => ({
  ...MANIFEST,
  ...more,
  server: { ...MANIFEST.server, mcp_config: { ...MANIFEST.server.mcp_config, ...mcp } },
});

describe('manifests', () => {
  test('what is shown before it is added', async () => {
    const one = await candidate(MANIFEST);
    const dir = one.unpack?.dir ?? '';
    expect(dir).toMatch(new RegExp(`^${dataDir}/mcpb/my-tool-1\\.2\\.0-[0-9a-f]{16}$`));
    expect(one.endpoint).toEqual({
      kind: 'stdio',
      command: 'node',
      args: [`${dir}/server/index.js`],
      env: {},
      cwd: dir,
      inherit: 'short',
    });
    expect(one.name).toBe('My tool');
    expect(one.origin).toEqual({ from: 'mcpb', key: 'my tool' });
    const facts = Object.fromEntries((one.about ?? []).map(({ label, text }) => [label, text]));
    expect(facts).toMatchObject({
      Version: '1.2.0',
      Author: 'Ada, https://ada.test',
      Tools: 'one, two',
      Signature: 'None',
    });
    expect(one.warnings).toEqual([]);
    expect(readdirSync(dataDir)).toEqual([]);
  });

  test('folders of this computer and references to what is asked', async () => {
    const one = await candidate(
      config(
        {
          args: [
            '--a',
            `${ref('user_config.dirs')}`,
            `--level=${ref('user_config.level')}`,
            ref('pathSeparator'),
            ref('OTHER'),
          ],
          env: { KEY: ref('user_config.key'), DOCS: `${ref('DOCUMENTS')}${ref('/')}x`, ON: true },
        },
        {
          user_config: {
            dirs: {
              type: 'directory',
              title: 'Folders',
              multiple: true,
              required: true,
              default: [`${ref('HOME')}/a`, ref('DESKTOP')],
            },
            level: { type: 'number', title: 'Level', min: 1, max: 9, default: 3 },
            key: { type: 'string', title: 'Key', description: 'From the site', sensitive: true, required: true },
            unused: { type: 'file' },
          },
        },
      ),
    );
    expect(one.endpoint.args).toEqual(['--a', ref('input:dirs'), `--level=${ref('input:level')}`, '/', ref('OTHER')]);
    expect(one.endpoint.env).toEqual({ KEY: ref('input:key'), DOCS: '/home/me/Documents/x', ON: 'true' });
    expect(one.inputs).toEqual({
      dirs: {
        title: 'Folders',
        kind: 'folder',
        secret: false,
        required: true,
        multiple: true,
        default: ['/home/me/a', '/home/me/Desktop'],
      },
      level: { title: 'Level', kind: 'number', secret: false, required: false, default: '3', min: 1, max: 9 },
      key: { title: 'Key', description: 'From the site', kind: 'text', secret: true, required: true },
    });
  });

  test('what a manifest says for one system counts there', async () => {
    const manifest = {
      ...config({
        command: `${ref('__dirname')}/server/run`,
        args: ['a'],
        env: { A: '1', B: '1' },
        platform_overrides: { win32: { args: ['b'], env: { B: '2' } } },
      }),
      compatibility: { platforms: ['win32', 'darwin'], runtimes: { node: '>=18' } },
    };
    const program = { path: 'server/run.exe', content: 'x' };
    const windows = await candidate(manifest, open('win32', 'C:\\Users\\me'), program);
    expect(windows.endpoint.command).toMatch(/[\\/]server[\\/]run\.exe$/);
    expect(windows.endpoint).toMatchObject({ args: ['b'], env: { A: '1', B: '2' } });
    expect(windows.codes).toEqual(['runtime']);
    const linux = await candidate(manifest, open('linux'), program);
    expect(linux.endpoint).toMatchObject({ args: ['a'], env: { A: '1', B: '1' } });
    expect(linux.codes).toContain('platform');
    const odd = { ...config({ command: 'node' }), compatibility: { platforms: ['constructor'] } };
    expect((await candidate(odd, open('linux'))).warnings.map(({ text }) => text)).toContain(
      'It is made for constructor, not for Linux.',
    );
  });

  test.each([
    ['uv', 'src/main.py', 'uv', ['run', '--directory', 'DIR', 'DIR/src/main.py']],
    ['python', 'main.py', 'python3', ['DIR/main.py']],
    ['node', 'index.js', 'node', ['DIR/index.js']],
    ['binary', 'bin/x', 'DIR/bin/x', []],
  ])('%s without mcp_config', async (type, entry, command, args) => {
    const manifest = { ...MANIFEST, manifest_version: '0.4', server: { type, entry_point: entry } };
    const one = await candidate(manifest, bundles, { path: entry, content: 'x' });
    const short = (text: string) => text.replaceAll(one.unpack?.dir ?? '?', 'DIR');
    expect([short(one.endpoint.command), one.endpoint.args.map(short)]).toEqual([command, args]);
    expect(one.codes).toEqual([]);
  });

  test('older and newer manifests, and one that starts what is not there', async () => {
    const { manifest_version: _, ...rest } = MANIFEST;
    expect((await candidate({ ...rest, dxt_version: '0.1' })).codes).toEqual([]);
    expect((await candidate({ ...rest, manifest_version: '0.9' })).codes).toEqual(['manifest-version']);
    expect((await candidate(config({ args: [], command: `${ref('__dirname')}/gone` }))).codes).toEqual([
      'entry-missing',
    ]);
  });

  test.each([
    ['no name', { ...MANIFEST, name: '' }, /no “name”/],
    ['no server', { ...MANIFEST, server: undefined }, /no “server”/],
    ['nothing to start', { ...MANIFEST, server: { type: 'binary' } }, /neither a command/],
    ['broken JSON', '{"name": }', /manifest\.json: This is not valid JSON: line 1/],
    ['a list', '[]', /not an object/],
  ])('%s', async (_, manifest, why) => {
    const found = await bundles.read({ bytes: withManifest(manifest) });
    expect(found).toMatchObject({ kind: 'problem', detail: expect.stringMatching(why) });
  });
});

const LINK = 0o120777;
const HOSTILE: [string, ZipEntry[], RegExp][] = [
  ['a path upwards', [{ path: '../evil.js' }], /leads out of the bundle/],
  ['a path upwards inside', [{ path: 'a/../../evil.js' }], /leads out of the bundle/],
  ['an absolute path', [{ path: '/etc/cron.d/evil' }], /absolute/],
  ['a drive', [{ path: 'C:/evil.js' }], /begins with a drive/],
  ['a backslash', [{ path: '..\\evil.js' }], /backslash/],
  ['a control character', [{ path: 'a\nb' }], /control characters/],
  ['a NUL', [{ path: 'a\u0000b' }], /control characters/],
  ['a dot path', [{ path: './a' }], /not a plain one/],
  ['a deep path', [{ path: `${'a/'.repeat(101)}b` }], /nested too deep/],
  ['an endless path', [{ path: 'a/'.repeat(600) }], /endless/],
  ['a link', [{ path: 'l', content: '/etc/passwd', mode: LINK }], /is a link/],
  ['a device', [{ path: 'd', mode: 0o020666 }], /neither a file nor a folder/],
  ['the same name twice', [{ path: 'a' }, { path: 'a' }], /in it twice/],
  ['a file that is also a folder', [{ path: 'a' }, { path: 'a/b' }], /in it twice/],
  ['names that differ in case', [{ path: 'Lib/a' }, { path: 'lib/b' }], /where case does not count/],
  ['names with one capital', [{ path: 'ſ' }, { path: 's' }], /where case does not count/],
  ['names that differ in composition', [{ path: 'e\u0301' }, { path: '\u00e9' }], /where case does not count/],
  ['an encrypted file', [{ path: 'a', content: 'x', flags: 1, claimed: { compressed: 13 } }], /encrypted/],
  ['an unknown compression', [{ path: 'a', content: 'x', method: 93 }], /does not read/],
  ['a bomb', [{ path: 'a', content: Buffer.alloc(12_000_000) }], /zip bomb/],
  [
    'a huge claim',
    [{ path: 'a', content: Buffer.alloc(200), method: 8, claimed: { size: 1_000_000_001 } }],
    /larger than 1 GB/,
  ],
  [
    'files over one another',
    [{ path: 'a', content: 'x', method: 0, claimed: { size: 9_000_000, compressed: 9_000_000 } }],
    /over one another/,
  ],
];

describe('hostile zips are refused before anything is read or written', () => {
  test.each(HOSTILE)('%s', async (_, entries, why) => {
    const found = await bundles.read({ bytes: withManifest(MANIFEST, ...entries) });
    expect(found).toMatchObject({ kind: 'problem', detail: expect.stringMatching(why) });
    expect(readdirSync(dataDir)).toEqual([]);
  });

  test('too many files', async () => {
    const many = Array.from({ length: 10_000 }, (_, at) => ({ path: `f${at}` }));
    expect(await bundles.read({ bytes: withManifest(MANIFEST, ...many) })).toMatchObject({
      kind: 'problem',
      detail: expect.stringContaining('more than 10000 files'),
    });
  });

  test('too many folders', async () => {
    const deep = Array.from({ length: 600 }, (_, at) => ({ path: `${`f${at}/`.repeat(99)}x` }));
    expect(await bundles.read({ bytes: withManifest(MANIFEST, ...deep) })).toMatchObject({
      kind: 'problem',
      detail: expect.stringContaining('more than 50000 files and folders'),
    });
  });

  test('a manifest that is too large', async () => {
    const found = await bundles.read({
      bytes: withManifest(`{"x":"${Array.from({ length: 260_000 }, (_, n) => n % 7919).join('')}"}`),
    });
    expect(found).toMatchObject({ kind: 'problem', detail: expect.stringContaining('larger than 1 MB') });
  });

  test('names that are not possible on Windows', async () => {
    const zip = withManifest(MANIFEST, { path: 'a/con.txt' });
    expect((await open('linux').read({ bytes: zip })).kind).toBe('servers');
    expect((await open('win32').read({ bytes: zip })).kind).toBe('problem');
  });

  test.each([
    ['no zip', Buffer.from('PK\u0003\u0004 but no more'), /not a zip file/],
    ['a cut zip', withManifest(MANIFEST).subarray(0, -30), /not a zip file/],
    ['no manifest', makeZip([{ path: 'a' }]), /no manifest\.json at its top/],
  ])('%s', async (_, bytes, why) => {
    expect(await bundles.read({ bytes })).toMatchObject({ kind: 'problem', detail: expect.stringMatching(why) });
  });

  test('10,000 changed bundles: an answer for each', { timeout: 120_000 }, async () => {
    const random = seeded(11);
    const zip = withManifest(
      MANIFEST,
      { path: 'lib/', mode: 0o040755 },
      { path: 'lib/a.js', content: 'x'.repeat(300) },
    );
    let understood = 0;
    for (let at = 0; at < 10_000; at += 1) {
      const changed = Buffer.from(zip);
      for (let left = 1 + Math.floor(random() * 4); left > 0; left -= 1) {
        changed[Math.floor(random() * changed.length)] = Math.floor(random() * 256);
      }
      const cut = random() < 0.1 ? changed.subarray(0, Math.floor(random() * changed.length)) : changed;
      const found = await bundles.read({ bytes: cut });
      if (found.kind === 'servers') understood += 1;
      else if (found.kind === 'problem') expect(found.detail).toMatch(/\.$/);
    }
    expect(understood).toBeGreaterThan(500);
    expect(understood).toBeLessThan(10_000);
    expect(readdirSync(dataDir)).toEqual([]);
  });
});

describe('unpacking', () => {
  const program = { path: 'server/run', content: '#!/bin/sh\n', mode: 0o100755 };

  test('all of it, with sane modes, and once', async () => {
    const odd = { path: 'server/odd', content: 'x', mode: 0o104777 };
    const one = await candidate(MANIFEST, bundles, program, odd, { path: 'empty/', mode: 0o040700 });
    const token = one.unpack?.token ?? '';
    const { dir } = await bundles.unpack(token);
    expect(dir).toBe(one.unpack?.dir);
    expect(readFileSync(join(dir, 'server/index.js'), 'utf8')).toBe('console.log(1)');
    const modeOf = (path: string) => statSync(join(dir, path)).mode & 0o7777;
    expect([modeOf('server/index.js') & 0o7133, modeOf('server/run') & 0o700, modeOf('server/odd') & 0o7000]).toEqual([
      0, 0o700, 0,
    ]);
    expect(statSync(join(dir, 'empty')).isDirectory()).toBe(true);
    expect(readdirSync(join(dataDir, 'mcpb'))).toHaveLength(1);
    await expect(bundles.unpack(token)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('the program of a binary bundle may be run, whatever its zip says', async () => {
    const manifest = {
      ...MANIFEST,
      server: { type: 'binary', entry_point: 'server/run', mcp_config: { command: `${ref('__dirname')}/server/run` } },
    };
    const one = await candidate(manifest, bundles, { ...program, mode: 0 });
    const { dir } = await bundles.unpack(one.unpack?.token ?? '');
    expect(statSync(join(dir, 'server/run')).mode & 0o100).toBe(0o100);
  });

  test.each([
    ['a wrong checksum', { crc: 1 }],
    ['more bytes than it says', { size: 5 }],
  ])('%s leaves nothing behind', async (_, claimed) => {
    const content = 'y'.repeat(500);
    const one = await candidate(MANIFEST, bundles, { path: 'bad', content, claimed });
    await expect(bundles.unpack(one.unpack?.token ?? '')).rejects.toMatchObject({ code: 'REFUSED' });
    expect(readdirSync(join(dataDir, 'mcpb'))).toEqual([]);
  });

  test('a file that is another one meanwhile', async () => {
    const path = join(dataDir, 'x.mcpb');
    writeFileSync(path, withManifest(MANIFEST));
    const found = await bundles.read({ path });
    if (found.kind !== 'servers') throw new Error('not read');
    expect(found.candidates[0]?.origin?.file).toBe(path);
    writeFileSync(path, withManifest({ ...MANIFEST, version: '2' }));
    const token = found.candidates[0]?.unpack?.token ?? '';
    await expect(bundles.unpack(token)).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  test('the oldest of many bundles is forgotten', async () => {
    const first = await candidate(MANIFEST);
    for (let at = 0; at < 10; at += 1) await candidate({ ...MANIFEST, version: `2.${at}` });
    await expect(bundles.unpack(first.unpack?.token ?? '')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test.each([
    ['behind it', (zip: Buffer, signature: Buffer) => Buffer.concat([zip, signature])],
    [
      'as its comment',
      (zip: Buffer, signature: Buffer) => {
        const told = Buffer.from(zip);
        told.writeUInt16LE(signature.length, told.length - 2);
        return Buffer.concat([told, signature]);
      },
    ],
  ])('a signature %s is named and not checked', async (_, sign) => {
    const signature = Buffer.from(`MCPB_SIG_V1${'s'.repeat(40)}MCPB_SIG_END`);
    const found = await bundles.read({ bytes: sign(withManifest(MANIFEST), signature) });
    if (found.kind !== 'servers') throw new Error(JSON.stringify(found));
    const said = found.candidates[0]?.about?.find(({ label }) => label === 'Signature')?.text;
    expect(said).toContain('does not check');
  });
});
