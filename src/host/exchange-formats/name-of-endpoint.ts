import type { Endpoint } from '#shared/config.ts';
import { fetchedBy } from './package-runner.ts';
import { baseName, nameOfPackage, nameOfPath, nameOfUrl } from './server-name.ts';

const INTERPRETERS =
  /^(?:node|nodejs|python[\d.]*|py|ruby|java|deno|bun|tsx|ts-node|dotnet|php|bash|sh|zsh|uv|pnpm|npm|yarn)$/;

/** A name for a server that came without one: from its package, file, folder or address. */
export function nameOfEndpoint(endpoint: Endpoint): string {
  if (endpoint.kind === 'builtin') return endpoint.name;
  if (endpoint.kind === 'http')
    return URL.canParse(endpoint.url) ? nameOfUrl(new URL(endpoint.url)) : endpoint.url.slice(0, 128);
  const { command, args } = endpoint;
  const fetched = fetchedBy(command, args);
  if (fetched) return nameOfPackage(fetched.item);
  if (!INTERPRETERS.test(baseName(command))) return nameOfPath(command);
  const folder = optionOf(args, ['--directory', '--project', '--prefix', '-C']);
  if (folder !== undefined) return nameOfPath(folder);
  const module = optionOf(args, ['-m']);
  if (module !== undefined) return nameOfPackage(module);
  const script = args.find((arg) => !arg.startsWith('-') && arg !== 'run' && arg !== 'start' && arg !== 'exec');
  return nameOfPath(script ?? command);
}

function optionOf(args: readonly string[], options: string[]): string | undefined {
  for (const [at, arg] of args.entries()) {
    const [option = '', inline] = arg.split(/=(.*)/s);
    if (options.includes(option)) return inline ?? args[at + 1];
  }
  return undefined;
}
