import type { Failure } from '#shared/session.ts';
import { diagnoseHttp } from './diagnosis-http.ts';
import { diagnoseProgram } from './diagnosis-program.ts';
import { type Evidence, formatDuration, plainLine } from './evidence.ts';

export type { Evidence } from './evidence.ts';

/** Names the most likely cause of a failure: the first rule that the evidence supports. Always gives an answer. */
export function diagnose(evidence: Evidence): Failure {
  const failure = evidence.endpoint.kind === 'http' ? diagnoseHttp(evidence) : diagnoseProgram(evidence);
  return failure ?? unknownCause(evidence);
}

function unknownCause(evidence: Evidence): Failure {
  const said = evidence.message ? ` It says: "${plainLine(evidence.message)}"` : '';
  return {
    rule: 'dx-unknown',
    title: evidence.phase === 'ready' ? 'The connection ended' : 'The server could not be connected',
    why: `No known cause fits. It ended after ${formatDuration(evidence.elapsedMs)}.${said}`,
    todo: 'Look at the last lines of stderr and of the traffic, then try again.',
    short: evidence.phase === 'ready' ? 'Connection ended' : 'Not connected',
  };
}
