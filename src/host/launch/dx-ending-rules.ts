import type { Fix } from '#shared/fix.ts';
import { LEGACY_VERSIONS, PRODUCT_NAME, PRODUCT_VERSION } from '#shared/product.ts';
import { exitSentence } from './dx-output-rules.ts';
import { type DxRule, dxRule } from './dx-rule.ts';
import { type Evidence, exitShort, exitWords, findLine, formatDuration, plainLine, tellingLine } from './evidence.ts';
import { copyText, editAt, retry, setArgs, WAIT_LONGER } from './fixes.ts';
import { formatBytes } from './format-bytes.ts';
import { shellQuote } from './shell-quote.ts';

/** ` On stderr it said: "…"`, or nothing. */
function saidOnStderr(evidence: Evidence): string {
  const said = tellingLine(evidence.stderrTail);
  return said ? ` On stderr it said: "${said}"` : '';
}

const stoppedLater = dxRule({
  id: 'dx-exit-mid',
  of: 'program',
  step: 'lists',
  title: 'The server stopped while it was connected',
  find: (evidence) => evidence.phase === 'ready' || undefined,
  say: (evidence) => {
    const how = evidence.exit ? exitWords(evidence.exit) : 'gave up the connection';
    const message = evidence.message && !evidence.exit ? ` ${plainLine(evidence.message)}` : '';
    return {
      why: `The program ${how} after ${formatDuration(evidence.elapsedMs)}.${message}${saidOnStderr(evidence) || ' It wrote nothing on stderr.'}`,
      todo: 'Start it again. A call that was running may have taken effect; whether to send it again is up to you.',
      short: evidence.exit ? exitShort(evidence.exit) : 'Connection lost',
      from: evidence.exit ? 'the exit of the program' : 'the connection',
    };
  },
  fixes: () => [retry('Start again')],
});

const gaveUp = dxRule({
  id: 'dx-lost',
  of: 'program',
  step: 'answer',
  title: 'The server gave up the connection before it answered',
  find: ({ phase, exit, message }) => (phase === 'connect' && !exit ? message : undefined),
  say: (evidence, message) => ({
    why: `${plainLine(message)}${saidOnStderr(evidence)}`,
    todo: 'Check that the command starts an MCP server on stdio, and read its stderr lines.',
    short: 'Connection given up',
    from: 'the connection',
  }),
  fixes: () => [retry(), editAt('command', 'Edit the command')],
});

const exitedWell = dxRule({
  id: 'dx-exit0',
  of: 'program',
  step: 'answer',
  title: 'The server ended normally before it answered',
  general: true,
  find: ({ exit, phase }) => (exit?.code === 0 && phase === 'connect') || undefined,
  say: (evidence) => ({
    why: `${exitSentence(evidence)}${saidOnStderr(evidence) || ' It wrote nothing.'}`,
    todo: 'Check the arguments. Often a subcommand such as stdio or serve is missing.',
    short: 'Exited with code 0',
    from: 'the exit code',
  }),
  fixes: (evidence) => [...stdioSubcommand(evidence), editAt('args', 'Edit the arguments'), retry()],
});

function stdioSubcommand({ endpoint }: Evidence): Fix[] {
  if (endpoint.kind !== 'stdio' || endpoint.args.includes('stdio')) return [];
  return [setArgs([...endpoint.args, 'stdio'], 'Add the subcommand stdio')];
}

const signalled = dxRule({
  id: 'dx-signal',
  of: 'program',
  step: 'answer',
  title: 'The system stopped the process',
  find: (evidence) => evidence.exit?.signal ?? undefined,
  say: (evidence, signal) => {
    const used =
      evidence.memory === undefined ? '' : ` It used ${formatBytes(evidence.memory)} of memory when last looked at.`;
    const likely = signal === 'SIGKILL' ? ' Likely the system was short of memory, or somebody ended it.' : '';
    return {
      why: `${exitSentence(evidence)}${used}${likely}${saidOnStderr(evidence)}`,
      todo: 'Start it again. If it happens again, run the command in a terminal and watch its memory.',
      short: evidence.exit ? exitShort(evidence.exit) : `Ended by ${signal}`,
      from: `the signal ${signal}`,
    };
  },
  fixes: () => [retry('Start again')],
});

const exited = dxRule({
  id: 'dx-exit',
  of: 'program',
  step: 'answer',
  title: 'The server stopped before it could connect',
  general: true,
  find: ({ exit, phase }) => (exit && phase === 'connect' ? exit : undefined),
  say: (evidence, exit) => {
    const said = saidOnStderr(evidence);
    return {
      why: `${exitSentence(evidence)}${said || ' It ended by itself without any output.'}`,
      todo: said
        ? 'Read its last stderr lines, correct the settings and start it again.'
        : 'Run the command in a terminal to see more.',
      short: exitShort(exit),
      from: 'the exit code',
    };
  },
  fixes: () => [retry(), editAt('args', 'Edit the arguments')],
});

const INSTALLING = [
  /\b(?:download(?:ing|ed)|installing|fetching|pulling (?:from|image|fs|layer)|resolving dependencies|building wheel|compiling|preparing packages|unable to find image)\b/i,
  /npm (?:warn|notice|http)/i,
];

const stillInstalling = dxRule({
  id: 'dx-slow',
  of: 'program',
  step: 'answer',
  title: 'Still installing, the first start can be slow',
  find: (evidence) => (evidence.exit || evidence.phase !== 'connect' ? undefined : findLine(evidence, INSTALLING)),
  say: (evidence, line) => ({
    why: `No answer came within ${formatDuration(evidence.elapsedMs)}, but the program works: "${line.line}" (${line.source}).`,
    todo: 'Wait longer.',
    short: 'Still installing',
    from: line,
  }),
  fixes: () => [WAIT_LONGER, editAt('timeouts', 'Edit the time limits')],
});

const silent = dxRule({
  id: 'dx-silent',
  of: 'program',
  step: 'answer',
  title: 'The program runs but does not speak MCP',
  general: true,
  find: ({ exit, phase }) => (!exit && phase === 'connect') || undefined,
  say: (evidence) => {
    const said = saidOnStderr(evidence);
    return {
      ...(said ? { title: 'The server did not answer' } : {}),
      why: `It is alive, but no MCP answer came within ${formatDuration(evidence.elapsedMs)}.${said || ' It wrote nothing at all.'}`,
      todo: 'Check that the command starts an MCP server on stdio. It may need a subcommand, or it waits for something.',
      short: 'No answer',
      from: 'the silence',
    };
  },
  fixes: (evidence) => [
    WAIT_LONGER,
    editAt('command', 'Edit the command'),
    ...stdioSubcommand(evidence),
    ...byHand(evidence),
  ],
});

/** A line for a terminal that sends `initialize` to the same command. */
function byHand({ launch, endpoint }: Evidence): Fix[] {
  const command = launch?.command ?? (endpoint.kind === 'stdio' ? [endpoint.command, ...endpoint.args] : undefined);
  if (!command) return [];
  const message = JSON.stringify({
    jsonrpc: '2.0',
    id: 0,
    method: 'initialize',
    params: {
      protocolVersion: LEGACY_VERSIONS[0],
      capabilities: {},
      clientInfo: { name: PRODUCT_NAME, version: PRODUCT_VERSION },
    },
  });
  const folder = launch ? `cd ${shellQuote(launch.cwd)} && ` : '';
  // The input stays open for a while: many servers end with it.
  const send = `(printf '%s\\n' ${shellQuote(message)}; sleep 10)`;
  return [copyText('Copy a test with initialize', `${folder}${send} | ${command.map(shellQuote).join(' ')}`)];
}

/** A program that ended after it was connected, or gave up the connection: before any rule about its output. */
export const BREAK_RULES: readonly DxRule[] = [stoppedLater, gaveUp];
/** What is left when its output names no cause. */
export const ENDING_RULES: readonly DxRule[] = [exitedWell, signalled, exited, stillInstalling, silent];
