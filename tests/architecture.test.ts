import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { functionSizes } from './architecture/function-sizes.ts';

interface Layer {
  /** Layers it may import, by `#layer/…` only. */
  layers: string[];
  /** Packages it may import, each with one line why. */
  packages: Record<string, string>;
  /** Longest function; React components have more room. */
  maxFunction: number;
  /** Budget of the whole layer in code lines, where there is one. */
  budget?: number;
}

/** The whole architecture as data. Anything not listed is an error. */
const LAYERS: Record<string, Layer> = {
  shared: {
    layers: [],
    packages: {
      zod: 'types, formats and checks are one thing',
      yaml: 'run scripts, which the command line and demo mode read alike',
      tldts: 'where the site in an address begins, by the public suffix list',
      'punycode.js': 'names in addresses as they read',
      unhomoglyph: 'letters that look like others, by the list of Unicode',
    },
    maxFunction: 60,
  },
  core: { layers: ['shared'], packages: {}, maxFunction: 60 },
  host: {
    layers: ['shared', 'core'],
    packages: {
      'node:*': 'processes, sockets, files',
      zod: 'files are parsed before they are believed',
      'cross-spawn': 'argv on Windows without a shell string',
      'proper-lockfile': 'settings files are written under a lock',
      'eventsource-parser': 'SSE',
      '@napi-rs/keyring': 'the keyring of the operating system, in a child process',
      'jsonc-parser': 'pasted configs carry comments',
      'smol-toml': 'the config of Codex',
      yaml: 'the config of Continue',
      yauzl: 'bundles are zip files',
      'image-size': 'type and measures of the icons that servers name',
      openai: 'chat completions of model providers, loaded with the first request',
      ajv: 'JSON Schema verdicts, in a worker',
      'ajv/*': 'dialects',
      'ajv-formats': 'formats of JSON Schema',
      '@modelcontextprotocol/client': 'OAuth helpers and protocol schemas',
      '@modelcontextprotocol/core': 'protocol schemas',
      '@modelcontextprotocol/sdk/types.js': 'protocol schemas of the legacy era, in a worker',
    },
    maxFunction: 60,
  },
  demo: {
    layers: [],
    packages: {
      'node:*': 'streams and the loopback listener',
      zod: 'tool schemas',
      '@modelcontextprotocol/server': 'the official server package',
      '@modelcontextprotocol/server/*': 'its transports',
      '@modelcontextprotocol/core': 'protocol types',
    },
    maxFunction: 60,
  },
  main: {
    layers: ['shared', 'host'],
    packages: {
      'node:*': 'paths and files',
      zod: 'the saved bounds are parsed',
      electron: 'the shell',
      'electron-log': 'app log',
      'electron-log/*': 'app log',
    },
    maxFunction: 60,
    budget: 600,
  },
  preload: { layers: ['shared'], packages: { electron: 'the port is handed over here' }, maxFunction: 60, budget: 60 },
  cli: {
    layers: ['shared', 'host', 'demo'],
    packages: {
      'node:*': 'arguments, http',
      zod: 'what the conformance suite says is parsed',
      ws: 'the link of the browser host',
      'electron-log/node': 'app log',
    },
    maxFunction: 60,
  },
  renderer: {
    layers: ['shared'],
    packages: {
      react: 'views',
      'react/*': 'jsx runtime',
      'react-dom/*': 'mounting',
      zustand: 'entity store',
      'zustand/*': 'vanilla store',
      zod: 'jitless switch under the CSP',
      'monaco-editor': 'JSON editing',
      'monaco-editor/*': 'single features and workers',
      'radix-ui': 'dialogs, menus, tooltips, selects',
      'lucide-react': 'icons',
      'url-template': 'addresses of resource templates (RFC 6570)',
      'react-markdown': 'Markdown as elements, never as HTML',
      'remark-gfm': 'tables and lists of tasks in Markdown',
      papaparse: 'CSV and TSV',
      'pdfjs-dist': 'the first page of a PDF as an image, loaded with the first one',
      'pdfjs-dist/*': 'its worker',
      tokenx: 'estimates of tokens',
      '@fontsource-variable/*': 'fonts',
    },
    maxFunction: 100,
  },
};

/** Doors: files that only their own folder may import. */
const PRIVATE = [/^src\/core\/era\/(legacy|modern)\.ts$/];
/** Files that hold only data and no functions have no size limit. */
const DATA_ONLY = [/^src\/core\/fold\/rules\.ts$/];

const MAX_FILE = 400;
const root = fileURLToPath(new URL('..', import.meta.url));
const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .map((file) => `src/${file.split(sep).join('/')}`)
  .filter((file) => /\.tsx?$/.test(file));
const source = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
/** JSON to the digit; what of `shared` the widgets may know, as it says nothing of MCP. */
const PLAIN_JSON = /^src\/shared\/(exact|written)-json\.ts$/;
const layerOf = (path: string) => path.split('/')[1] ?? '';
const textOf = (file: string) => source.get(file) ?? '';

const IMPORT =
  /^\s*(?:import|export)\b[^'"`;]*?from\s*['"]([^'"]+)['"]|^\s*import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm;
const importsOf = (file: string) => [...textOf(file).matchAll(IMPORT)].map((m) => m[1] ?? m[2] ?? m[3] ?? '');
const isLocal = (spec: string) => spec.startsWith('.') || spec.startsWith('#');
const targetOf = (file: string, spec: string) =>
  (spec.startsWith('#')
    ? `src/${spec.slice(1)}`
    : normalize(join(dirname(file), spec))
        .split(sep)
        .join('/')
  ).replace(/\?.*$/, '');
const allowed = (spec: string, list: string[]) =>
  list.some((entry) => (entry.endsWith('*') ? spec.startsWith(entry.slice(0, -1)) : spec === entry));

function wrongImport(file: string, spec: string): string | undefined {
  const layer = LAYERS[layerOf(file)];
  if (!layer) return `${file}: unknown layer`;
  if (!isLocal(spec)) return allowed(spec, Object.keys(layer.packages)) ? undefined : `${file}: package ${spec}`;
  const target = targetOf(file, spec);
  const crosses = layerOf(target) !== layerOf(file);
  if (crosses && (spec.startsWith('.') || !layer.layers.includes(layerOf(target)))) return `${file}: ${spec}`;
  if (PRIVATE.some((door) => door.test(target)) && dirname(target) !== dirname(file)) return `${file}: private ${spec}`;
  const feature = /^src\/renderer\/features\/([^/]+)\//;
  const [mine, theirs] = [feature.exec(file)?.[1], feature.exec(target)?.[1]];
  if (mine && theirs && mine !== theirs) return `${file}: another feature ${spec}`;
  if (/^src\/renderer\/ui\//.test(file) && !/^src\/renderer\/(ui|styles)\//.test(target) && !PLAIN_JSON.test(target))
    return `${file}: ui may not know ${spec}`;
  return undefined;
}

/** Lines that are neither blank nor only a comment. */
function codeLines(text: string): number {
  let inComment = false;
  let count = 0;
  for (const raw of text.split('\n')) {
    const line = raw.trim();
    if (inComment) {
      if (line.includes('*/')) inComment = false;
      continue;
    }
    if (line === '' || line.startsWith('//')) continue;
    if (line.startsWith('/*')) {
      inComment = !line.includes('*/');
      continue;
    }
    count += 1;
  }
  return count;
}

test('every import follows the arrows', () => {
  expect(files.length).toBeGreaterThan(20);
  expect(
    files.flatMap((file) =>
      importsOf(file)
        .map((spec) => wrongImport(file, spec))
        .filter(Boolean),
    ),
  ).toEqual([]);
});

test('the client of the conformance suite is made of the headless command line, and of nothing else', () => {
  const mayUse = ['./', '../headless/', '../usage.ts', '#shared/', 'node:', 'zod'];
  const strange = files
    .filter((file) => file.startsWith('src/cli/conformance/'))
    .flatMap((file) => importsOf(file).map((spec) => [file, spec] as const))
    .filter(([, spec]) => !mayUse.some((one) => spec.startsWith(one)));
  expect(strange).toEqual([]);
  // Product code that knows a scenario by its name would play to the suite.
  const names = /json_schema_echo|sep-\d{4}|MCP_CONFORMANCE/;
  expect(files.filter((file) => names.test(textOf(file)))).toEqual(['src/cli/conformance/conformance-plan.ts']);
});

test('[SEC-08] [SAMP-14] the network is reached by transports and model providers only, and the page reaches its own host only', () => {
  const web = /^(node:(https?|http2|net|tls|dgram)|undici|ws)$/;
  const mayImport = /^src\/(host\/(transport|auth)|cli\/serve|demo)\//;
  const reaching = files.filter(
    (file) =>
      !mayImport.test(file) &&
      // A table of words and the type of an error reach nothing.
      importsOf(file).some((spec) => web.test(spec) && !(spec === 'node:http' && onlyStatusCodes(file))),
  );
  expect(reaching).toEqual([]);
  const asks = /(?<![#.\w])fetch\(|new WebSocket\(|XMLHttpRequest|sendBeacon|EventSource/;
  expect(files.filter((file) => asks.test(textOf(file)))).toEqual([
    'src/host/providers/chat-client.ts',
    'src/renderer/store/link.ts',
  ]);
  expect(textOf('src/renderer/store/link.ts')).toMatch(/:\/\/\$\{location\.host\}\$\{LINK_PATH\}`/);
});

function onlyStatusCodes(file: string): boolean {
  return /import \{ STATUS_CODES \} from 'node:http'/.test(textOf(file));
}

test('there are no cycles', () => {
  const graph = new Map(
    files.map((file) => [
      file,
      importsOf(file)
        .filter(isLocal)
        .map((spec) => targetOf(file, spec)),
    ]),
  );
  const done = new Set<string>();
  const found: string[] = [];
  const walk = (file: string, path: string[]) => {
    if (path.includes(file)) {
      found.push([...path.slice(path.indexOf(file)), file].join(' -> '));
      return;
    }
    if (done.has(file)) return;
    for (const next of graph.get(file) ?? []) walk(next, [...path, file]);
    done.add(file);
  };
  for (const file of files) walk(file, []);
  expect(found).toEqual([]);
});

test('files and layers stay within their size', () => {
  const long = files.filter((file) => !DATA_ONLY.some((d) => d.test(file)) && codeLines(textOf(file)) > MAX_FILE);
  expect(long.map((file) => `${file}: ${codeLines(textOf(file))} code lines`)).toEqual([]);
  for (const [name, layer] of Object.entries(LAYERS)) {
    const lines = files
      .filter((file) => layerOf(file) === name)
      .reduce((sum, file) => sum + codeLines(textOf(file)), 0);
    if (layer.budget) expect(lines, `code lines of ${name}`).toBeLessThanOrEqual(layer.budget);
  }
});

test('functions stay short and take few parameters', () => {
  const wrong: string[] = [];
  for (const file of files) {
    const layer = LAYERS[layerOf(file)];
    for (const fn of functionSizes(textOf(file), file)) {
      const component = file.endsWith('.tsx') && /^[A-Z]/.test(fn.name);
      const limit = component ? 100 : 60;
      if (codeLines(fn.text) > Math.min(limit, layer?.maxFunction ?? 60))
        wrong.push(`${file}: ${fn.name} has ${codeLines(fn.text)} code lines`);
      if (fn.parameters > 4) wrong.push(`${file}: ${fn.name} takes ${fn.parameters} parameters`);
    }
  }
  expect(wrong).toEqual([]);
});

test('names follow the rules', () => {
  const badNames = files.filter((file) => !/^[a-z0-9.-]+$/.test(file.split('/').at(-1) ?? ''));
  expect(badNames).toEqual([]);
  const defaults = files.filter((file) => /^export default/m.test(textOf(file)));
  expect(defaults).toEqual([]);
  const leftovers = files.filter((file) => /\b(TODO|FIXME|XXX)\b|@ts-ignore|: any\b|\bas any\b/.test(textOf(file)));
  expect(leftovers).toEqual([]);
});
