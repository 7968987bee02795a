import { messageOf } from '#shared/errors.ts';
import { PRODUCT_VERSION } from '#shared/product.ts';
import { HEADLESS_NAMES } from './headless/headless-names.ts';
import { USAGE, UsageError } from './usage.ts';

/** Each command is loaded when it is called: a short one should not wait for the code of the others. */
const COMMANDS: Record<string, (args: string[], folder: string) => Promise<number>> = {
  serve: async (args, folder) => (await import('./serve/serve-command.ts')).serveCommand(args, folder),
  'demo-server': async (args) => (await import('./demo-server.ts')).demoServer(args),
  export: async (args, folder) => (await import('./config/export-command.ts')).exportCommand(args, folder),
  import: async (args, folder) => (await import('./import/import-command.ts')).importCommand(args, folder),
  log: async (args) => (await import('./log/log-command.ts')).logCommand(args),
  conformance: async (args, folder) =>
    (await import('./conformance/conformance-command.ts')).conformanceCommand(args, folder),
  ...Object.fromEntries(
    HEADLESS_NAMES.map((name) => [
      name,
      async (args: string[], folder: string) => {
        await import('./headless/uncompiled-schemas.ts');
        return (await import('./headless/headless-command.ts')).headlessCommand(name, args, folder);
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

async function run(argv: string[], folder: string): Promise<number> {
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
  return command(args, folder);
}

/** Runs one command to its end and gives the exit code. What it throws is said on stderr. `folder` is that of the built entries. */
export async function runCommandLine(argv: string[], folder: string): Promise<number> {
  try {
    return await run(argv, folder);
  } catch (error) {
    process.stderr.write(`wirebench: ${messageOf(error)}\n`);
    return isUsageFault(error) ? 2 : 1;
  }
}
