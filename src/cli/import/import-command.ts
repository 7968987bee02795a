import { resolve } from 'node:path';
import type { Candidate, Detection } from '#shared/candidates.ts';
import { EXIT } from '../headless/command-fault.ts';
import { type HeadlessHost, openHeadlessHost } from '../headless/headless-host.ts';
import { oneLine } from '../headless/plain-text.ts';
import { createTerminal, type Terminal, wantsColor } from '../headless/terminal.ts';
import { UsageError } from '../usage.ts';
import { type Added, addServers } from './add-servers.ts';
import { type ImportOptions, importOptions } from './import-options.ts';
import { type FoundFile, foundText, shownServer } from './show-found.ts';

/** `wirebench import FILE|--scan`: lists the servers of other clients' files, and adds them when told to. Gives the exit code. */
export async function importCommand(args: string[], folder: string): Promise<number> {
  const options = importOptions(args, process.env);
  const color = wantsColor(options.noColor, process.env, process.stdout);
  const terminal = createTerminal({ quiet: options.quiet, color }, process.stdout, process.stderr);
  const host = await openHeadlessHost({ dataDir: options.dataDir, folder, terminal });
  try {
    const files = options.file === undefined ? await scanned(host) : [await fileOf(host, resolve(options.file))];
    const chosen = chosenOf(files, options);
    refuseUnasked(chosen, options);
    const added = chosen.length === 0 ? [] : await addServers(host, chosen, options);
    await show({ files, added, options, terminal });
    const failed = added.some((one) => 'problem' in one);
    const unread = options.file !== undefined && files.some(({ problem }) => problem !== undefined);
    return failed || unread ? EXIT.failed : EXIT.done;
  } finally {
    await host.close();
  }
}

async function scanned(host: HeadlessHost): Promise<FoundFile[]> {
  const { found } = await host.client['import.scan']({});
  const files: FoundFile[] = [];
  for (const { title, path, problem, misplaced } of found) {
    const base = { path, title, misplaced };
    files.push(
      problem === undefined
        ? { ...(await fileOf(host, path)), ...base }
        : { ...base, candidates: [], leftOut: [], problem },
    );
  }
  return files;
}

async function fileOf(host: HeadlessHost, path: string): Promise<FoundFile> {
  const found: Detection = await host.client['import.path']({ path });
  const base = { path, title: path, candidates: [], leftOut: [] };
  if (found.kind === 'servers')
    return { ...base, title: found.title, candidates: found.candidates, leftOut: found.leftOut ?? [] };
  return found.kind === 'problem' ? { ...base, problem: `${found.title}. ${found.detail}` } : base;
}

/** The servers to add: those that were named, or with --yes all that are not switched off. Throws UsageError. */
function chosenOf(files: readonly FoundFile[], { servers, yes }: ImportOptions): Candidate[] {
  const all = files.flatMap(({ candidates }) => candidates);
  if (servers.length === 0) return yes ? all.filter(({ disabled }) => disabled !== true) : [];
  return servers.map((name) => {
    const found = all.find((candidate) => candidate.name === name);
    if (found) return found;
    const names = all
      .map((candidate) => candidate.name)
      .join(', ')
      .slice(0, 2000);
    throw new UsageError(
      `There is no server "${name}" in it. ${names === '' ? 'It names none.' : `There are: ${names}.`}`,
    );
  });
}

/** An answer to no question is a typing mistake that would otherwise go unseen. Throws UsageError. */
function refuseUnasked(chosen: readonly Candidate[], { answers }: ImportOptions): void {
  if (chosen.length === 0) return;
  const asked = new Set(chosen.flatMap(({ inputs = {} }) => Object.keys(inputs)));
  for (const id of answers.keys()) {
    if (asked.has(id)) continue;
    const ids = [...asked].join(', ').slice(0, 2000);
    throw new UsageError(`Nothing asks for "${id}". ${ids === '' ? 'There are no questions.' : `Asked for: ${ids}.`}`);
  }
}

interface Shown {
  files: readonly FoundFile[];
  added: readonly Added[];
  options: ImportOptions;
  terminal: Terminal;
}

async function show({ files, added, options, terminal }: Shown): Promise<void> {
  if (options.format === 'json') {
    const found = files.map(({ candidates, ...file }) => ({ ...file, servers: candidates.map(shownServer) }));
    await terminal.result(`${JSON.stringify({ found, added })}\n`);
    return;
  }
  await terminal.result(`${files.length === 0 ? 'No other MCP clients found.' : foundText(files)}\n`);
  for (const one of added) {
    if ('problem' in one) terminal.error(`${oneLine(one.name)} was not added. ${one.problem}`);
    else terminal.note(`Added ${oneLine(one.name)}. It was not started.`);
  }
  if (added.length === 0 && files.some(({ candidates }) => candidates.length > 0)) {
    terminal.note('Nothing was added. Name servers with --server NAME, or add all with --yes.');
  }
}
