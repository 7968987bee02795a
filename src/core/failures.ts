import type { Fix } from '#shared/fix.ts';
import { LEGACY_VERSIONS, MODERN_VERSIONS } from '#shared/product.ts';
import type { Failure } from '#shared/session.ts';
import { bodyWords, exitWords, isPage, type RpcFault } from './fault.ts';
import type { TransportEnd } from './ports.ts';

export function silentFailure(waitedMs: number, waitingFor: string, download: boolean): Failure {
  const seconds = Math.round(waitedMs / 1000);
  const why = `Waited ${seconds} s for ${waitingFor}.`;
  if (download) {
    const todo = 'A first start can be slow. Start it again and choose Wait longer.';
    return {
      rule: 'dx-slow',
      title: 'The server is still installing',
      why,
      todo,
      short: `No answer after ${seconds} s`,
    };
  }
  const todo = 'Check that this is an MCP server, look at stderr, or give it more time with Wait longer.';
  return { rule: 'dx-silent', title: 'The server did not answer', why, todo, short: `No answer after ${seconds} s` };
}

export function endFailure(end: TransportEnd): Failure {
  const exit = exitWords(end.exit);
  if (end.reason === 'exited') {
    const rule = end.exit?.signal ? 'dx-signal' : end.exit?.code === 0 ? 'dx-exit0' : 'dx-exit';
    const why = exit ? `The program ended with ${exit}.` : (end.message ?? 'The program ended.');
    const short = end.exit?.signal
      ? `Ended by ${end.exit.signal}`
      : `Exited${exit ? ` with ${exit.replace('exit ', '')}` : ''}`;
    return {
      rule,
      title: 'The server stopped',
      why,
      todo: 'Look at the last lines of stderr, then start it again.',
      short,
    };
  }
  const why = end.message ?? 'The way to the server was closed.';
  return {
    rule: 'dx-lost',
    title: 'The connection to the server was lost',
    why,
    todo: 'Connect again.',
    short: 'Lost',
  };
}

/** The server and this client have no version in common. */
export function versionFailure(theirs: string[], wanted: string, todo?: string): Failure {
  const ours = [...MODERN_VERSIONS, ...LEGACY_VERSIONS].join(', ');
  const named = theirs.map((version) => (version === '' ? 'an empty text' : version)).join(', ') || 'none';
  // A version set by hand is taken as it is, so that a server can be looked at all the same.
  const asIs = theirs.length === 1 && /^\d{4}-\d{2}-\d{2}$/.test(theirs[0] ?? '') && theirs[0] !== wanted;
  const anyway = asIs ? ` To connect anyway, set the version of this server to ${theirs[0]}.` : '';
  const usable = theirs.filter((version) => /^\d{4}-\d{2}-\d{2}$/.test(version) && version !== wanted);
  return {
    rule: 'dx-era',
    title: 'No common protocol version',
    step: 'version',
    evidence: 'from the answers to the greeting',
    fixes: eraFixes(usable),
    why: `Asked for ${wanted}. The server names ${named}. This app knows ${ours}.`,
    todo: todo ?? `Update the server or this app, or set another version for this server.${anyway}`,
    short: 'No common version',
  };
}

/** Most versions that are offered. */
const VERSIONS_OFFERED = 4;

/** Tries the versions the server names. */
function eraFixes(theirs: string[]): Fix[] {
  return theirs
    .slice(0, VERSIONS_OFFERED)
    .map((era) => ({ label: `Retry with ${era}`, action: { do: 'set-era', era } }));
}

/** Where a version was set by hand, detecting it is the first way out of a refusal that is about versions. */
export function offerDetection(failure: Failure, choice: string): Failure {
  if (choice === 'auto' || failure.rule !== 'dx-era') return failure;
  const detect: Fix = { label: 'Detect the version', action: { do: 'set-era', era: 'auto' } };
  return { ...failure, fixes: [detect, ...(failure.fixes ?? [])] };
}

/** Neither greeting was accepted. */
export function greetingFailure(words: string): Failure {
  const todo = 'Check that this is an MCP server, and set the protocol version for it if you know it.';
  const fixes: Fix[] = [
    { label: `Retry with ${LEGACY_VERSIONS[1]}`, action: { do: 'set-era', era: LEGACY_VERSIONS[1] } },
  ];
  return {
    rule: 'dx-era',
    title: 'The server refused the greeting',
    why: words,
    todo,
    short: 'Greeting refused',
    step: 'version',
    evidence: 'from the answers to the greeting',
    fixes,
  };
}

/** A greeting that broke on its way, or was answered by something that is no MCP. */
export function wayFailure(fault: RpcFault): Failure {
  if (fault.failure) return fault.failure;
  const { end } = fault;
  const status = fault.status;
  const isHtml = isPage(end);
  const todo = 'Check the address. MCP endpoints often end in /mcp.';
  if (status !== undefined && status >= 500) {
    const why = `It answered HTTP ${status}.${bodyWords(end)}`;
    return {
      rule: 'dx-5xx',
      title: 'The server failed',
      why,
      todo: 'Look at its log, or try again later.',
      short: `HTTP ${status}`,
      step: 'answer',
    };
  }
  if (isHtml) {
    const why = `It answered HTTP ${status ?? ''} with a web page.${bodyWords(end)}`;
    return {
      rule: 'dx-html',
      title: 'This address is a web page, not an MCP endpoint',
      why,
      todo,
      short: 'A web page',
      step: 'answer',
    };
  }
  if (status !== undefined && status >= 400) {
    const words = end ? bodyWords(end) : ` It says: ${fault.message}`;
    const why = `It answered HTTP ${status}.${words}`;
    const title = 'No MCP endpoint at this address';
    return { rule: `dx-${status}`, title, why, todo, short: `HTTP ${status}`, step: 'answer' };
  }
  return {
    rule: 'dx-no-answer',
    title: 'The server gave no usable answer',
    why: fault.message,
    todo,
    short: 'No answer',
    step: 'answer',
  };
}

/** A modern server found that the headers of a request do not say what its body says (error -32020). */
export function headerFailure(words: string): Failure {
  return {
    rule: 'dx-header',
    title: 'A proxy changed the request headers',
    why: `The server says that headers and body of the request differ: ${words}. Likely something between changed or removed a header.`,
    todo: 'Look at the sent headers in Traffic, and at what proxies between do with headers that begin with Mcp-.',
    short: 'Headers changed on the way',
    step: 'answer',
    evidence: 'from the error -32020',
  };
}

/** The server wants a sign-in, or another account, before it says anything. */
export function signInFailure(status: number, words: string): Failure {
  const known = status === 401 ? ['Sign-in needed', 'Sign in'] : ['This account is not allowed', 'Ask for access'];
  const [title = '', first = ''] = known;
  const todo = `${first}, or set an Authorization header in the settings of this server.`;
  const fixes: Fix[] = [{ label: 'Open the sign-in settings', action: { do: 'edit', field: 'auth' } }];
  return { rule: `dx-${status}`, title, why: words, todo, short: title, step: 'signin', fixes };
}
