#!/usr/bin/env node
import { setMaxListeners } from 'node:events';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { messageOf } from '#shared/errors.ts';
import { PRODUCT_VERSION } from '#shared/product.ts';
import { HEADLESS_NAMES } from './headless/headless-names.ts';
import { USAGE, UsageError } from './usage.ts';

/** Folder of the built entries; a chunk would see another one. */
const FOLDER = dirname(fileURLToPath(import.meta.url));

/** Each command is loaded when it is called: a short one should not wait for the code of the others. */
const COMMANDS: Record<string, (args: string[]) => Promise<number>> = {
  serve: async (args) => (await import('./serve/serve-command.ts')).serveCommand(args, FOLDER),
  'demo-server': async (args) => (await import('./demo-server.ts')).demoServer(args),
  export: async (args) => (await import('./config/export-command.ts')).exportCommand(args, FOLDER),
  import: async (args) => (await import('./import/import-command.ts')).importCommand(args, FOLDER),
  log: async (args) => (await import('./log/log-command.ts')).logCommand(args),
  conformance: async (args) => (await import('./conformance/conformance-command.ts')).conformanceCommand(args, FOLDER),
  ...Object.fromEntries(
    HEADLESS_NAMES.map((name) => [
      name,
      async (args: string[]) => {
        await import('./headless/uncompiled-schemas.ts');
        return (await import('./headless/headless-command.ts')).headlessCommand(name, args, FOLDER);
      },
    ]),
  ),
};

function isUsageFault(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return error instanceof UsageError || code.startsWith('ERR_PARSE_ARGS');
}

/** What stands after `--` belongs to the server's own command. */
function asksForHelp(args: string[]): boolean {
  const end = args.indexOf('--');
  return (end < 0 ? args : args.slice(0, end)).includes('--help');
}

async function run(argv: string[]): Promise<number> {
  const [name, ...args] = argv;
  if (name === '--version' || name === '-v') {
    process.stdout.write(`${PRODUCT_VERSION}\n`);
    return 0;
  }
  if (name === undefined || name === '--help' || name === '-h' || asksForHelp(args)) {
    process.stdout.write(USAGE);
    return name === undefined ? 2 : 0;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command)
    throw new UsageError(`There is no command "${name}". The commands are ${Object.keys(COMMANDS).join(', ')}.`);
  return command(args);
}

// The signal of a session has a listener for each running call; more than ten are no leak.
setMaxListeners(0);

run(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`wirebench: ${messageOf(error)}\n`);
    process.exit(isUsageFault(error) ? 2 : 1);
  },
);
