import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { ClientId } from '#shared/config.ts';
import { HostError, messageOf } from '#shared/errors.ts';
import { EXIT } from '../headless/command-fault.ts';
import { type HeadlessHost, openHeadlessHost } from '../headless/headless-host.ts';
import { plainText } from '../headless/plain-text.ts';
import { createTerminal, type Terminal, wantsColor } from '../headless/terminal.ts';
import { UsageError } from '../usage.ts';
import { shownDiff } from './shown-diff.ts';

const text = { type: 'string' } as const;
const flag = { type: 'boolean', default: false } as const;
const OPTIONS = {
  to: text,
  server: { type: 'string', multiple: true },
  out: text,
  write: flag,
  file: text,
  yes: flag,
  'data-dir': text,
  quiet: flag,
  'no-color': flag,
} as const;

interface Export {
  client: ClientId;
  /** Names of servers; empty means all. */
  names: string[];
  /** A new file that gets the text. */
  out: string | undefined;
  /** Whether the client's own file is changed, and which. */
  write: boolean;
  file: string | undefined;
  yes: boolean;
}

function readCommand(args: string[]) {
  const { values } = parseArgs({ args, options: OPTIONS });
  const client = ClientId.safeParse(values.to);
  if (!client.success) {
    const found = values.to === undefined ? '' : `, not "${values.to}"`;
    throw new UsageError(`export needs --to CLIENT: one of ${ClientId.options.join(', ')}${found}.`);
  }
  const { out, write, file, yes, server = [] } = values;
  if (out !== undefined && write)
    throw new UsageError('--out writes a file of its own and --write the file of the client: give one of them.');
  if (file !== undefined && !write) throw new UsageError('--file names the file that --write changes.');
  const wanted: Export = { client: client.data, names: server, out, write, file, yes };
  return { wanted, values };
}

/** The servers that were named, or all of the list. Throws UsageError. */
async function serverIdsOf(host: HeadlessHost, names: readonly string[]): Promise<string[]> {
  await host.state.until((state) => state.get('settings', 'settings'));
  const servers = host.state.all('server');
  if (servers.length === 0) throw new UsageError('The list of servers is empty, so there is nothing to export.');
  if (names.length === 0) return servers.map(({ id }) => id);
  return names.map((name) => {
    const found = servers.find(({ id, config }) => config.name === name || id === name);
    if (found) return found.id;
    const known = servers.map(({ config }) => config.name).slice(0, 50);
    throw new UsageError(`There is no server "${name}". There are: ${known.join(', ')}.`);
  });
}

/** Writes servers of the list for another client: as text, into a new file, or into the client's own. */
export async function exportCommand(args: string[], folder: string): Promise<number> {
  const { wanted, values } = readCommand(args);
  const color = wantsColor(values['no-color'], process.env, process.stdout);
  const terminal = createTerminal({ quiet: values.quiet, color }, process.stdout, process.stderr);
  const host = await openHeadlessHost({ dataDir: values['data-dir'], folder, terminal });
  try {
    const serverIds = await serverIdsOf(host, wanted.names);
    if (wanted.write) return await writeOwn(host, serverIds, wanted, terminal);
    return await giveText(host, serverIds, wanted, terminal);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    terminal.error(messageOf(error));
    return error instanceof HostError && error.code === 'BAD_INPUT' ? EXIT.usage : EXIT.failed;
  } finally {
    await host.close();
  }
}

async function giveText(
  host: HeadlessHost,
  serverIds: string[],
  { client, out }: Export,
  terminal: Terminal,
): Promise<number> {
  const { text: exported, notes, path } = await host.client['export.text']({ serverIds, client });
  for (const note of notes) terminal.note(note);
  if (out === undefined) await terminal.result(exported);
  else {
    try {
      writeFileSync(out, exported, { flag: 'wx', mode: 0o600 });
    } catch (error) {
      const there = error instanceof Error && 'code' in error && error.code === 'EEXIST';
      throw new UsageError(
        there
          ? `"${out}" is there already. Choose another name, or use --write --file.`
          : `"${out}" cannot be written: ${messageOf(error)}`,
      );
    }
    terminal.note(`Written to ${out}.`);
  }
  if (path !== undefined) terminal.note(`It belongs into ${path}.`);
  return EXIT.done;
}

async function writeOwn(
  host: HeadlessHost,
  serverIds: string[],
  { client, file, yes }: Export,
  terminal: Terminal,
): Promise<number> {
  const plan = await host.client['export.plan']({
    serverIds,
    client,
    ...(file === undefined ? {} : { path: resolve(file) }),
  });
  for (const note of plan.notes) terminal.note(note);
  const lines = shownDiff(plan.before, plan.after);
  if (lines.length === 0) {
    terminal.note(`${plan.path} says so already. Nothing was written.`);
    return EXIT.done;
  }
  const head = `${plan.path}${plan.exists ? '' : ' (a new file)'}`;
  await terminal.result([terminal.strong(plainText(head)), ...lines.map(plainText), ''].join('\n'));
  if (!yes && !(await agreed())) {
    terminal.error('Nothing was written. --yes writes it.');
    return EXIT.failed;
  }
  const { path, backup } = await host.client['export.write']({ token: plan.token });
  terminal.note(`Written to ${path}.${backup === undefined ? '' : ` The old file is ${backup}.`}`);
  return EXIT.done;
}

/** Asks a person; nobody is there when the input is no terminal. */
async function agreed(): Promise<boolean> {
  if (process.stdin.isTTY !== true) return false;
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(?:es)?$/i.test((await asking.question('Write this? [y/N] ')).trim());
  } finally {
    asking.close();
  }
}
