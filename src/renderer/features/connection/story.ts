import type { Failure, Session } from '#shared/session.ts';
import { formatDuration, plural } from '../../ui/format.ts';

/** What happened and what is known of it, for any state that Diagnosis is shown in. The cause has its own card. */
export interface Story {
  title: string;
  why: string;
  failure: Failure | undefined;
  tone: 'run' | 'wait' | 'err';
}

const SILENT = new Set(['dx-silent', 'dx-slow', 'dx-timeout']);
/** What is at the address was reached and wants nothing of this client. */
const REFUSING = new Set(['dx-refused', 'dx-origin', 'dx-403']);

/** `stopped before it could connect`: what a failed attempt looked like from outside. */
function verbOf(session: Session): string {
  const { state, config, pid } = session;
  if (state.at !== 'closed') return 'is not connected';
  if (session.readyAt !== undefined) return state.exit ? 'stopped' : 'is no longer connected';
  const rule = state.failure?.rule ?? '';
  if (rule === 'dx-era') return 'did not agree on a protocol version';
  if (config.endpoint.kind === 'http') {
    if (SILENT.has(rule)) return 'did not answer';
    return REFUSING.has(rule) ? 'refused the connection' : 'could not be connected';
  }
  if (state.reason === 'refused') return 'refused the connection';
  if (state.exit) return 'stopped before it could connect';
  return pid === undefined ? 'could not be started' : 'did not connect';
}

/** The title of a cause for behind the words `Likely cause:`, which it then does not say again. */
export function causeOf({ title }: Failure): string {
  return title.replace(/ likely\b/, '');
}

/** How the process ended, for the facts. */
export function exitFact(session: Session): string | undefined {
  if (session.state.at !== 'closed' || !session.state.exit) return undefined;
  const { code, signal } = session.state.exit;
  if (signal !== null) return `signal ${signal}`;
  return code === null ? undefined : `code ${code}`;
}

function ranFor({ startedAt, endedAt }: Session): string {
  return endedAt === undefined ? '' : ` after ${formatDuration(Math.max(0, endedAt - startedAt))}`;
}

/** Facts only, no guess. */
function factsOf(session: Session): string {
  if (session.state.at !== 'closed') return '';
  const exit = exitFact(session);
  const wrote = session.counts.stderr > 0 ? '' : ' It wrote nothing on stderr.';
  if (session.readyAt !== undefined) {
    const ended = exit === undefined ? 'The connection ended' : `The program ended with ${exit}`;
    return `It was connected. ${ended}${ranFor(session)}.`;
  }
  if (exit !== undefined) {
    // How long it ran is told with the cause, from the process itself.
    return `The program started and ended with ${exit}. It never answered the first request.${wrote}`;
  }
  const broken = session.ladder.find((step) => step.state === 'failed');
  if (broken === undefined) return `It ended${ranFor(session)}.`;
  const passed = session.ladder.filter((step) => step.state === 'ok').length;
  return `${plural(passed, 'step')} passed, then “${broken.title}” failed${ranFor(session)}.`;
}

/** The story of a session; `waited` is the time since its start in words. */
export function storyOf(session: Session, waited: string): Story {
  const { name } = session.config;
  const { state } = session;
  switch (state.at) {
    case 'opening':
      return { title: `Connecting to ${name}`, why: `Started ${waited} ago.`, failure: undefined, tone: 'run' };
    case 'negotiating': {
      const why = `Waiting for ${state.waitingFor}. ${waited} so far.`;
      return { title: `Connecting to ${name}`, why, failure: undefined, tone: 'run' };
    }
    case 'authorizing': {
      const why = state.text || `The server answered with status ${state.status}.`;
      return { title: `${name} wants a sign-in`, why, failure: state.failure ?? signIn(state.status), tone: 'wait' };
    }
    case 'closed':
      return { title: `${name} ${verbOf(session)}`, why: factsOf(session), failure: state.failure, tone: 'err' };
    default:
      return { title: `${name} is connected`, why: '', failure: undefined, tone: 'run' };
  }
}

function signIn(status: number): Failure {
  return {
    rule: status === 403 ? 'dx-403' : 'dx-401',
    title: 'Sign-in needed',
    why: 'The server wants to know who asks.',
    todo: 'If you have a token, add it as a header, for example Authorization. Then retry.',
    short: 'Sign-in needed',
    fixes: [{ label: 'Add a header', action: { do: 'edit', field: 'headers' } }],
  };
}
