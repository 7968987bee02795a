import { unmet } from '#shared/script/expectation.ts';
import type { RunScript, Step } from '#shared/script/run-script.ts';
import { nextOf } from '#shared/script/script-steps.ts';
import type { ActionResult } from './action-result.ts';
import { named } from './actions.ts';
import type { Bench } from './bench.ts';
import { EXIT } from './command-fault.ts';
import { ScriptActions } from './script-actions.ts';

interface StepReport {
  step: Step;
  result: ActionResult;
  /** What was expected and is not so. */
  unmet: string | undefined;
}

function asJson({ step, result, unmet }: StepReport): string {
  const facts = `"do":${JSON.stringify(step.do)},"ok":${unmet === undefined}`;
  return `{${facts},${unmet === undefined ? '' : `"unmet":${JSON.stringify(unmet)},`}${named(result)}}`.replace(
    /\r?\n/g,
    ' ',
  );
}

/** The exit code of a failed step: its own, when it failed by itself. */
function codeOf({ result, unmet }: StepReport): number {
  if (unmet === undefined) return EXIT.done;
  return result.ok ? EXIT.failed : result.exitCode;
}

/** `wirebench run FILE`: every step in order, also after one that failed. */
export async function runCommand(bench: Bench, script: RunScript): Promise<number> {
  const { terminal, options } = bench;
  const actions = new ScriptActions(bench, script);
  const reports: StepReport[] = [];
  for (const [at, step] of script.steps.entries()) {
    if (step.say) terminal.note([step.say.title, step.say.text].filter(Boolean).join(': '));
    const result = await actions.perform(step, nextOf(script, at));
    const report = { step, result, unmet: unmet(result, step.expect) };
    reports.push(report);
    if (options.format === 'jsonl') await terminal.result(`${asJson(report)}\n`);
    if (options.format === 'text') {
      const verdict = report.unmet === undefined ? 'ok' : 'FAILED';
      await terminal.result(
        `${terminal.strong(`${at + 1} ${step.do}: ${verdict}`)}\n${result.text}${result.text ? '\n' : ''}`,
      );
    }
    if (report.unmet !== undefined) terminal.error(`Step ${at + 1} (${step.do}): ${report.unmet}`);
  }
  const bad = reports.filter((report) => report.unmet !== undefined);
  if (options.format === 'json') {
    await terminal.result(`{"ok":${bad.length === 0},"steps":[${reports.map(asJson).join(',')}]}\n`);
  }
  terminal.note(`${reports.length - bad.length} of ${reports.length} steps ended as expected.`);
  return bad[0] ? codeOf(bad[0]) : EXIT.done;
}
