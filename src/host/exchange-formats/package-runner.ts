import { baseName } from './server-name.ts';

/** A program that fetches what it runs: where from, and what. */
export interface Fetched {
  from: 'npm' | 'PyPI' | 'a container registry' | 'the web';
  item: string;
}

interface Runner {
  from: Fetched['from'];
  /** Words between the program and its item: `npm exec`. */
  verbs: string[][];
  /** Options that name the item themselves. */
  item?: string[];
  /** Options with a value of their own. */
  valued?: string[];
}

const NPM = {
  from: 'npm',
  item: ['-p', '--package'],
  valued: ['-c', '--call', '-w', '--workspace', '--registry'],
} as const;
const PYPI_VALUED = ['--with', '-p', '--python', '--index', '--index-url', '--directory', '--project', '--env-file'];
const CONTAINER_VALUED = [
  ...['-e', '--env', '--env-file', '-v', '--volume', '--mount', '-p', '--publish', '--name', '--network', '--net'],
  ...[
    '-w',
    '--workdir',
    '-u',
    '--user',
    '--entrypoint',
    '-h',
    '--hostname',
    '--platform',
    '--add-host',
    '-l',
    '--label',
  ],
  ...[
    '-m',
    '--memory',
    '--cpus',
    '--pull',
    '--runtime',
    '--gpus',
    '--restart',
    '--tmpfs',
    '--security-opt',
    '--cap-add',
  ],
];

function runnerOf(program: string): Runner | undefined {
  const npm = (verbs: string[][]): Runner => ({ ...NPM, item: [...NPM.item], valued: [...NPM.valued], verbs });
  const pypi = (verbs: string[][]): Runner => ({
    from: 'PyPI',
    verbs,
    item: ['--from', '--spec'],
    valued: PYPI_VALUED,
  });
  switch (program) {
    case 'npx':
    case 'bunx':
    case 'pnpx':
      return npm([[]]);
    case 'npm':
      return npm([['exec'], ['x']]);
    case 'pnpm':
    case 'yarn':
      return npm([['dlx']]);
    case 'bun':
      return npm([['x']]);
    case 'uvx':
      return pypi([[]]);
    case 'uv':
      return pypi([['tool', 'run'], ['x']]);
    case 'pipx':
      return pypi([['run']]);
    case 'docker':
    case 'podman':
    case 'nerdctl':
      return { from: 'a container registry', verbs: [['run'], ['container', 'run']], valued: CONTAINER_VALUED };
    default:
      return undefined;
  }
}

/** What a command may download before it runs; undefined when it runs what is already here. */
export function fetchedBy(command: string, args: readonly string[]): Fetched | undefined {
  const program = baseName(command);
  if (program === 'deno') {
    const item = args.find((arg) => /^(?:npm:|jsr:|https?:)/.test(arg));
    return item === undefined ? undefined : { from: item.startsWith('npm:') ? 'npm' : 'the web', item };
  }
  const runner = runnerOf(program);
  const verb = runner?.verbs.find((words) => words.every((word, at) => args[at] === word));
  if (!runner || !verb) return undefined;
  const item = itemOf(runner, args.slice(verb.length));
  // A path is run from this computer.
  return item === undefined || /^[./~]|^[A-Za-z]:\\/.test(item) ? undefined : { from: runner.from, item };
}

function itemOf(runner: Runner, args: readonly string[]): string | undefined {
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? '';
    if (arg === '--') return args[at + 1];
    if (!arg.startsWith('-')) return arg;
    const [option = '', inline] = arg.split(/=(.*)/s);
    if (runner.item?.includes(option)) return inline ?? args[at + 1];
    if (inline === undefined && runner.valued?.includes(option)) at += 1;
  }
  return undefined;
}
