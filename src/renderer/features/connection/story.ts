import type { Session } from '#shared/session.ts';

/** What happened, why, and what to do, for any state that Diagnosis is shown in. */
export interface Story {
  title: string;
  why: string;
  todo: string | undefined;
  tone: 'run' | 'wait' | 'err';
}

function exitText(session: Session): string {
  if (session.state.at !== 'closed' || !session.state.exit) return '';
  const { code, signal } = session.state.exit;
  if (signal !== null) return `The system ended the program with ${signal}.`;
  return code === null ? '' : `The program ended with exit code ${code}.`;
}

const CLOSED_WHY = {
  user: 'You ended the session.',
  failed: 'The connection could not be made.',
  refused: 'The server refused the connection.',
  exited: 'The program ended by itself.',
  lost: 'The connection ended without a word from the server.',
} as const;

/** The story of a session; `waited` is the time since its start in words. */
export function storyOf(session: Session, waited: string): Story {
  const { name } = session.config;
  const { state } = session;
  switch (state.at) {
    case 'opening':
      return { title: `Connecting to ${name}`, why: `Started ${waited} ago.`, todo: undefined, tone: 'run' };
    case 'negotiating':
      return {
        title: `Connecting to ${name}`,
        why: `Waiting for ${state.waitingFor}. ${waited} so far.`,
        todo: undefined,
        tone: 'run',
      };
    case 'authorizing':
      return {
        title: `${name} wants a sign-in`,
        why: state.text || `The server answered with status ${state.status}.`,
        todo: 'If you have a token, edit the server and add it as a header, for example Authorization. Then retry.',
        tone: 'wait',
      };
    case 'closed':
      if (state.failure) {
        const { title, why, todo } = state.failure;
        return { title, why, todo, tone: 'err' };
      }
      return {
        title: session.readyAt === undefined ? `${name} could not be connected` : `${name} is no longer connected`,
        why: [CLOSED_WHY[state.reason], exitText(session)].filter(Boolean).join(' '),
        todo: 'Look at the last output, then retry.',
        tone: 'err',
      };
    default:
      return { title: `${name} is connected`, why: '', todo: undefined, tone: 'run' };
  }
}

/** How the process ended, for the facts. */
export function exitFact(session: Session): string | undefined {
  if (session.state.at !== 'closed' || !session.state.exit) return undefined;
  const { code, signal } = session.state.exit;
  if (signal !== null) return `signal ${signal}`;
  return code === null ? undefined : `code ${code}`;
}
