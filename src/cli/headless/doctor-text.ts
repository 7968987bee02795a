import { shellQuote } from '#host/launch/shell-quote.ts';
import type { Fix } from '#shared/fix.ts';
import type { EnvEntry, Failure, LadderStep, LaunchFacts, Session } from '#shared/session.ts';
import type { DoctorEvidence, HttpHeads, Tail } from './doctor-evidence.ts';

const STATES: Record<LadderStep['state'], string> = {
  ok: 'ok',
  failed: 'FAILED',
  skipped: '-',
  pending: '',
  running: 'waits',
};
const SOURCES: Record<EnvEntry['source'], string> = {
  set: 'set for this server',
  secret: 'secret',
  file: 'file',
  shell: 'login shell',
  inherited: 'inherited',
  missing: 'not passed',
};

/** The failure of a session that did not connect; a sign-in that is needed counts. */
export function failureIn({ state }: Session): Failure | undefined {
  return state.at === 'closed' || state.at === 'authorizing' ? state.failure : undefined;
}

/** A way out in words for the command line. */
export function fixWords({ label, action }: Fix): string {
  switch (action.do) {
    case 'set-command':
      return `Use this program: ${[action.command, ...(action.args ?? [])].join(' ')}`;
    case 'set-variable':
      return action.value === undefined ? `Set ${action.name} and pass it on with --env ${action.name}` : label;
    case 'pass-variable':
      return `Pass on ${action.name} with --env ${action.name}`;
    case 'set-inherit':
      return 'Pass on all variables with --inherit-env';
    case 'set-args':
      return `${label}: the arguments are then ${action.args.join(' ')}`;
    case 'set-url':
    case 'use-address':
      return `Use --url ${action.url}`;
    case 'set-transport':
      return `${label} with --transport ${action.transport}`;
    case 'set-era':
      return `${label} with --era ${action.era}`;
    case 'wait-longer':
      return 'Wait longer with --timeout 120';
    case 'copy':
      return `${label}: ${action.text}`;
    default:
      return label;
  }
}

/** One part of the report. Text of the server in it is not yet made plain. */
export interface Section {
  heading: string;
  lines: string[];
}

/** The whole report for a person. */
export function doctorSections(session: Session, evidence: DoctorEvidence): Section[] {
  const failure = failureIn(session);
  const sections: Section[] = [
    { heading: verdict(session), lines: session.ladder.map(stepLine) },
    ...(failure ? causeSections(failure) : []),
    ...(session.launch ? launchSections(session.launch) : []),
    ...exitSection(session),
    tailSection('stderr', evidence.stderr, failure?.stderrRow),
    tailSection(noiseHeading(session), evidence.stdout),
    ...evidence.http.map(httpSection),
    { heading: 'Certificates', lines: evidence.certificates },
  ];
  return sections.filter(({ lines }) => lines.length > 0);
}

/** Over HTTP there is no stdout: what is no message is the body of an answer. */
function noiseHeading({ config }: Session): string {
  return config.endpoint.kind === 'http' ? 'Answer that is no message' : 'Text on stdout that is no message';
}

function verdict({ config, state, hello }: Session): string {
  if (state.at === 'ready') return `${config.name} connects${hello ? `, version ${hello.version}` : ''}`;
  return `${config.name} ${state.at === 'authorizing' ? 'wants a sign-in' : 'does not connect'}`;
}

function stepLine({ title, state, detail, atMs }: LadderStep): string {
  const time = atMs === undefined || state === 'pending' ? '' : `${Math.round(atMs)} ms`;
  return [STATES[state].padEnd(7), title.padEnd(34), time.padStart(9), detail ?? ''].join(' ').trimEnd();
}

function causeSections(failure: Failure): Section[] {
  const { title, rule, evidence, why, todo, fixes = [], others = [] } = failure;
  const source = [rule, evidence].filter((part) => part !== undefined).join(', ');
  return [
    { heading: `Likely cause: ${title} (${source})`, lines: [why, todo] },
    { heading: 'Ways out', lines: fixes.map((fix) => `- ${fixWords(fix)}`) },
    { heading: 'Other possible causes', lines: others.map((one) => `- ${one.title}: ${one.why}`) },
  ];
}

function launchSections({ command, cwd, env, heldBack = [], notes = [] }: LaunchFacts): Section[] {
  const held = heldBack.length > 0 ? `, ${heldBack.length} not passed on` : '';
  const width = Math.min(32, Math.max(0, ...env.map(({ name }) => name.length)));
  const entries = env.map(({ name, value, source, from }) => {
    const origin = `${SOURCES[source]}${from === undefined ? '' : `, ${from}`}`;
    return `${name.padEnd(width)}  ${value ?? ''}  [${origin}]`;
  });
  return [
    { heading: 'Command', lines: [command.map(shellQuote).join(' '), `in ${cwd}`, ...notes] },
    { heading: `Environment, ${env.length} variables${held}`, lines: entries },
  ];
}

function exitSection({ state }: Session): Section[] {
  const exit = state.at === 'closed' ? state.exit : undefined;
  if (!exit) return [];
  return [
    { heading: 'Exit', lines: [exit.signal === null ? `code ${exit.code ?? 'unknown'}` : `signal ${exit.signal}`] },
  ];
}

function tailSection(name: string, { total, lines }: Tail, decisive?: number): Section {
  const heading = total > lines.length ? `${name}, last ${lines.length} of ${total} lines` : name;
  const mark = (row: number) => (row === decisive ? '>' : ' ');
  return { heading, lines: lines.map(({ row, text }) => `${mark(row)} ${String(row + 1).padStart(4)} ${text}`) };
}

function httpSection({ request, requestHeaders, answer, answerHeaders, error }: HttpHeads): Section {
  const answered = answer === undefined ? [] : [`< ${answer}`, ...answerHeaders.map((pair) => `< ${pair.join(': ')}`)];
  const sent = [`> ${request}`, ...requestHeaders.map((pair) => `> ${pair.join(': ')}`)];
  return { heading: 'HTTP', lines: [...sent, ...answered, ...(error === undefined ? [] : [error])] };
}
