#!/usr/bin/env node
import { messageOf } from '#shared/errors.ts';
import { PRODUCT_VERSION } from '#shared/product.ts';
import { demoServer } from './demo-server.ts';
import { serveCommand } from './serve/serve-command.ts';
import { USAGE, UsageError } from './usage.ts';

const COMMANDS: Record<string, (args: string[]) => Promise<number>> = {
  serve: serveCommand,
  'demo-server': demoServer,
};

function isUsageFault(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return error instanceof UsageError || code.startsWith('ERR_PARSE_ARGS');
}

async function run(argv: string[]): Promise<number> {
  const [name, ...args] = argv;
  if (name === '--version' || name === '-v') {
    process.stdout.write(`${PRODUCT_VERSION}\n`);
    return 0;
  }
  if (name === undefined || name === '--help' || name === '-h' || args.includes('--help')) {
    process.stdout.write(USAGE);
    return name === undefined ? 2 : 0;
  }
  const command = COMMANDS[name];
  if (!command)
    throw new UsageError(`There is no command "${name}". The commands are ${Object.keys(COMMANDS).join(', ')}.`);
  return command(args);
}

run(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`wirebench: ${messageOf(error)}\n`);
    process.exit(isUsageFault(error) ? 2 : 1);
  },
);
