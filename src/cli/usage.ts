import { PRODUCT_NAME } from '#shared/product.ts';

export const USAGE = `${PRODUCT_NAME}, an MCP client and debugging console

  wirebench serve        opens the app in a browser of this computer
    --port N             port on 127.0.0.1 (default 0: the system chooses)
    --no-open            only prints the address
    --json               prints one JSON line {"url", "pid"} on stdout when ready

  wirebench demo-server  runs the demo MCP server on stdin and stdout
    --http PORT          serves it over Streamable HTTP on 127.0.0.1 instead
    --era ERA            both (default), legacy or modern

Every command takes
    --data-dir DIR       where servers, settings and logs lie (also WIREBENCH_DATA)
    --help, --version
`;

/** A mistake in the command line; the process ends with exit code 2. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}

/** A port number from the command line. Throws UsageError for anything else. */
export function portOf(text: string | undefined, option: string): number {
  const port = Number(text ?? '0');
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new UsageError(`${option} takes a port number from 0 to 65535, not "${text}".`);
  }
  return port;
}
