import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { terminalOf, withServer } from '../headless/bench.ts';
import { CommandFault, EXIT } from '../headless/command-fault.ts';
import { readOptions } from '../headless/options.ts';
import { targetOf } from '../headless/target.ts';
import { UsageError } from '../usage.ts';
import { planOf, readScenario } from './conformance-plan.ts';

/** Answers for every scenario; what the caller gives comes after and wins. */
const POLICIES = ['--elicit', 'defaults', '--sample', 'A sample reply.', '--yes', '--timeout', '15'];

/**
 * `wirebench conformance URL`: the client that the official suite runs. It builds the same config, chooses policies and
 * runs steps, nothing else. A step that fails does not change the exit code: some scenarios provoke one.
 */
export async function conformanceCommand(args: string[], folder: string): Promise<number> {
  const [url, ...more] = readOptions(args).own;
  if (url === undefined || more.length > 0) throw new UsageError('conformance takes the address of a server.');
  const own = args.indexOf(url);
  const dataDir = await mkdtemp(join(tmpdir(), 'wirebench-conformance-'));
  const options = readOptions([...POLICIES, '--data-dir', dataDir, '--url', url, ...args.toSpliced(own, 1)]);
  const terminal = terminalOf(options);
  const scenario = readScenario(process.env);
  try {
    return await withServer({ options, target: targetOf(options), terminal, folder }, async ({ actions }) => {
      await planOf(scenario)(async (step) => {
        const result = await actions.perform(step);
        await terminal.result(`${step.do}: ${result.ok ? 'done' : (result.problem ?? 'failed')}\n`);
        return result;
      }, scenario.context);
      return EXIT.done;
    });
  } catch (error) {
    if (!(error instanceof CommandFault)) throw error;
    terminal.error(error.message);
    return error.exitCode;
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
