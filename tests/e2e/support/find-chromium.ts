import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { chromium } from 'playwright-core';

/** A browser that starts on this machine. */
export interface Chromium {
  path: string;
  source: 'CHROMIUM' | 'installed' | 'playwright' | 'npm';
  /** What to add to the environment it starts with. */
  env: Record<string, string>;
}

/** Milliseconds to unpack the npm package's browser (about 190 MB; 3 s on a quiet machine). */
const unpackLimit = 120_000;
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];

function installedPaths(): string[] {
  if (process.platform === 'darwin') {
    return ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
      (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
    );
  }
  if (process.platform === 'win32') {
    const roots = [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA];
    return roots.flatMap((root) =>
      root
        ? ['Google\\Chrome', 'Microsoft\\Edge'].map((name) =>
            join(root, name, 'Application', name.endsWith('Edge') ? 'msedge.exe' : 'chrome.exe'),
          )
        : [],
    );
  }
  return (process.env.PATH ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
}

/** What the browser says when asked for its version: the cheapest proof that its libraries are there. */
function startProblem(path: string, env: Record<string, string>): string | undefined {
  // Chrome for Windows opens a window instead of answering.
  if (process.platform === 'win32') return undefined;
  const result = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 20_000, env: { ...process.env, ...env } });
  if (result.status === 0) return undefined;
  return result.error?.message ?? (result.stderr.trim().split('\n')[0] || `exit ${result.status ?? result.signal}`);
}

/** Unpacks the browser that the npm package carries, once for each version, into the project's cache folder. */
function unpackFromNpm(): string {
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  const packageFolder = dirname(dirname(dirname(entry)));
  // The file is the package's own package.json.
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as { version: string };
  const cache = join(dirname(dirname(dirname(packageFolder))), '.cache', 'chromium');
  const folder = join(cache, version);
  if (existsSync(join(folder, 'chromium'))) return folder;
  mkdirSync(cache, { recursive: true });
  // Unpacked aside and then renamed, so that two processes never see half a browser.
  const aside = mkdtempSync(join(cache, 'unpack-'));
  const program = `import chromium from ${JSON.stringify('@sparticuz/chromium')}; await chromium.executablePath();`;
  const result = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: dirname(entry),
    encoding: 'utf8',
    timeout: unpackLimit,
    // The package unpacks into the temp folder, and its system libraries only where it takes itself to be on Lambda.
    env: { ...process.env, TMPDIR: aside, AWS_EXECUTION_ENV: 'nodejs20.x' },
  });
  try {
    if (result.status !== 0)
      throw new Error(`@sparticuz/chromium could not be unpacked: ${result.error?.message ?? result.stderr}`);
    renameSync(aside, folder);
  } catch (error) {
    rmSync(aside, { recursive: true, force: true });
    // Another process may have finished first.
    if (!existsSync(join(folder, 'chromium'))) throw error;
  }
  return folder;
}

function fromNpm(): { found?: Chromium; problem: string } {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return { problem: '@sparticuz/chromium: only for Linux on x64' };
  const folder = unpackFromNpm();
  const path = join(folder, 'chromium');
  const fonts: Record<string, string> = existsSync('/etc/fonts/fonts.conf')
    ? {}
    : { FONTCONFIG_PATH: join(folder, 'fonts') };
  const libraries = [join(folder, 'al2023', 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(delimiter);
  let problem = '';
  for (const env of [fonts, { ...fonts, LD_LIBRARY_PATH: libraries }]) {
    const why = startProblem(path, env);
    if (!why) return { found: { path, source: 'npm', env }, problem: '' };
    problem = `@sparticuz/chromium: ${why}`;
  }
  return { problem };
}

/**
 * Finds a Chromium: `CHROMIUM` of the environment, an installed one, Playwright's own, the one in `@sparticuz/chromium`.
 * A candidate that does not start is passed over, except the one asked for by name.
 * @throws Error naming every candidate's problem
 */
export function findChromium(): Chromium {
  const asked = process.env.CHROMIUM;
  if (asked) {
    const problem = existsSync(asked) ? startProblem(asked, {}) : 'there is no such file';
    if (problem) throw new Error(`CHROMIUM=${asked} does not start: ${problem}`);
    return { path: asked, source: 'CHROMIUM', env: {} };
  }
  const problems: string[] = [];
  const candidates: [Chromium['source'], string][] = [
    ...installedPaths().map((path): [Chromium['source'], string] => ['installed', path]),
    ['playwright', chromium.executablePath()],
  ];
  for (const [source, path] of candidates) {
    if (!path || !existsSync(path)) continue;
    const problem = startProblem(path, {});
    if (!problem) return { path, source, env: {} };
    problems.push(`${path}: ${problem}`);
  }
  const { found, problem } = fromNpm();
  if (found) return found;
  throw new Error(`no Chromium starts on this machine. ${[...problems, problem].join('; ')}`);
}
