import { messageOf } from '#shared/errors.ts';
import type { PlainStep } from '#shared/script/script-steps.ts';
import { UsageError } from '../usage.ts';
import type { ActionResult } from './action-result.ts';
import { type Bench, terminalOf, withServer } from './bench.ts';
import { CommandFault, EXIT } from './command-fault.ts';
import { doctorCommand } from './doctor-command.ts';
import { argumentsOf, textArgumentsOf } from './given-values.ts';
import type { HeadlessName } from './headless-names.ts';
import { type HeadlessOptions, readOptions, readTextFile } from './options.ts';
import type { ScriptTarget } from './script-target.ts';
import { targetOf } from './target.ts';
import type { Terminal } from './terminal.ts';
import { watchCommand } from './watch-command.ts';

type Work = (bench: Bench) => Promise<number>;
/** Reads a command's own arguments before anything is started. Throws UsageError. */
type Plan = (options: HeadlessOptions) => Work | Promise<Planned>;
/** With the server that a script names itself. */
interface Planned {
  work: Work;
  target: ScriptTarget;
}

const LISTS = ['tools', 'resources', 'templates', 'prompts', 'all'] as const;
const TASKS = ['list', 'get', 'cancel'] as const;

/** Exactly these own arguments, by name. Throws UsageError. */
function own(options: HeadlessOptions, ...names: string[]): string[] {
  const needed = names.filter((name) => !name.startsWith('[')).length;
  if (options.own.length < needed || options.own.length > names.length) {
    if (names.length === 0) {
      const [first = ''] = options.own;
      throw new UsageError(
        `"${first}" is not expected here. Name the server with --server NAME, --config FILE --server NAME, --url URL or -- COMMAND.`,
      );
    }
    throw new UsageError(`This command takes ${names.join(' ')} before its options.`);
  }
  return options.own;
}

async function show(result: ActionResult, { format }: HeadlessOptions, terminal: Terminal): Promise<number> {
  if (format === 'json') await terminal.result(`${result.json}\n`);
  else if (format === 'jsonl') {
    const lines = result.lines ?? [result.json];
    await terminal.result(lines.map((line) => `${line.replace(/\r?\n/g, ' ')}\n`).join(''));
  } else if (result.text !== '') await terminal.result(`${result.text}\n`);
  if (result.problem !== undefined) terminal.error(result.problem);
  return result.exitCode;
}

/** A command that is one step of a run script. */
function oneStep(step: PlainStep): Work {
  return async ({ actions, options, terminal }) => show(await actions.perform(step), options, terminal);
}

function completeStep(options: HeadlessOptions): PlainStep {
  const [kind, of = '', name = '', value = ''] = own(
    options,
    'prompt|resource',
    'NAME|TEMPLATE',
    'ARGUMENT',
    '[VALUE]',
  );
  if (kind !== 'prompt' && kind !== 'resource')
    throw new UsageError('Say what to complete: prompt NAME or resource TEMPLATE.');
  const ref =
    kind === 'prompt' ? ({ type: 'ref/prompt', name: of } as const) : ({ type: 'ref/resource', uri: of } as const);
  const context = textArgumentsOf(options.values);
  const more = Object.keys(context).length > 0 ? { context } : {};
  return { do: 'complete', with: { ref, argument: { name, value }, ...more } };
}

const PLANS: Record<HeadlessName, Plan> = {
  list: (options) => {
    const [given] = own(options, LISTS.join('|'));
    const what = LISTS.find((one) => one === given);
    if (!what) throw new UsageError(`list takes ${LISTS.join(', ')}, not "${given}".`);
    return oneStep({ do: 'list', with: { what } });
  },
  call: (options) => {
    const [name = ''] = own(options, 'TOOL');
    return oneStep({ do: 'call', with: { name, args: argumentsOf(options.values) } });
  },
  read: (options) => {
    const [uri = ''] = own(options, 'URI');
    return oneStep({ do: 'read', with: { uri } });
  },
  prompt: (options) => {
    const [name = ''] = own(options, 'NAME');
    return oneStep({ do: 'prompt', with: { name, args: textArgumentsOf(options.values) } });
  },
  complete: (options) => oneStep(completeStep(options)),
  ping: (options) => {
    own(options);
    return oneStep({ do: 'ping' });
  },
  tasks: (options) => {
    const [given = 'list', id = ''] = own(options, '[list|get|cancel]', '[TASK]');
    const what = TASKS.find((one) => one === given);
    if (!what || (what === 'list') !== (id === '')) throw new UsageError('tasks takes list, get TASK or cancel TASK.');
    return async ({ actions, terminal }) => show(await actions.tasks(what, id), options, terminal);
  },
  watch: () => watchCommand,
  doctor: (options) => {
    own(options);
    return doctorCommand;
  },
  raw: (options) => {
    const [path = ''] = own(options, 'FILE');
    const text = readTextFile(path, 'The file of raw text').replace(/\r?\n$/, '');
    if (text === '') throw new UsageError(`"${path}" is empty, so there is nothing to send.`);
    return oneStep({ do: 'raw', with: { text } });
  },
  run: async (options) => {
    const [path = ''] = own(options, 'FILE');
    // Only this command needs the schemas of scripts.
    const [{ readRunScript }, { mainTarget }, { runCommand }] = await Promise.all([
      import('./run-script.ts'),
      import('./script-target.ts'),
      import('./run-command.ts'),
    ]);
    const script = await readRunScript(readTextFile(path, 'The run script'), path);
    return { work: (bench) => runCommand(bench, script), target: mainTarget(script, options) };
  },
};

/** One of the commands that need a server. Gives the exit code; throws UsageError and what parseArgs throws. */
export async function headlessCommand(name: HeadlessName, args: string[], folder: string): Promise<number> {
  const options = readOptions(args);
  const plan = await PLANS[name](options);
  const { work, target } = typeof plan === 'function' ? { work: plan, target: targetOf(options) } : plan;
  const terminal = terminalOf(options);
  try {
    return await withServer({ options, target, terminal, folder, connected: name !== 'doctor' }, work);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const fault = error instanceof CommandFault ? error : new CommandFault(EXIT.failed, messageOf(error));
    const stopped = fault.exitCode > EXIT.timeout;
    if (options.format !== 'text' && !stopped) await terminal.result(`${JSON.stringify({ error: fault.error })}\n`);
    terminal.error(fault.message);
    return fault.exitCode;
  }
}
