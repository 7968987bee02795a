import { HostError, type HostErrorCode, messageOf } from '#shared/errors.ts';
import { ProviderProblem } from '#shared/providers.ts';

const SAID = 500;

const CODES: Readonly<Record<ProviderProblem['kind'], HostErrorCode>> = {
  unreachable: 'IO',
  key: 'REFUSED',
  model: 'NOT_FOUND',
  limit: 'REFUSED',
  timeout: 'TIMED_OUT',
  broken: 'IO',
  input: 'BAD_INPUT',
  server: 'IO',
  setup: 'BAD_INPUT',
};

/** A problem as the error that calls throw; the problem itself is its data. */
export function providerError(problem: ProviderProblem): HostError {
  return new HostError(CODES[problem.kind], `${problem.what} ${problem.why} ${problem.todo}`, problem);
}

/** The problem of an error, whatever it is. */
export function problemOf(error: unknown): ProviderProblem {
  const problem = error instanceof HostError ? ProviderProblem.safeParse(error.data).data : undefined;
  if (problem) return problem;
  const what = 'The model was not asked.';
  return { kind: 'setup', what, why: messageOf(error), todo: 'Look at the provider in Settings, Model providers.' };
}

/** An answer that is no success, as far as it was understood. */
export interface StatusFault {
  readonly status: number;
  /** The provider's own words. */
  readonly said: string | undefined;
  readonly code: string | undefined;
  /** Seconds, or a date, as the header `retry-after` has it. */
  readonly retryAfter: string | null | undefined;
  readonly location: string | null | undefined;
}

/** Whom a request was sent to, for the words about it. */
export interface Asked {
  readonly name: string;
  readonly host: string;
  readonly key: string | undefined;
  readonly model?: string | undefined;
}

/** The provider's own words without the key, and not too many of them. */
function quote(text: string | undefined, { key }: Asked): { said?: string } {
  if (text === undefined || text.trim() === '') return {};
  const safe = key === undefined ? text : text.replaceAll(key, '(the key)');
  return { said: safe.length > SAID ? `${safe.slice(0, SAID)}…` : safe };
}

export function statusProblem(fault: StatusFault, asked: Asked): ProviderProblem {
  const said = quote(fault.said, asked);
  const { status } = fault;
  if (status === 401 || status === 403) return { ...keyProblem(status, asked), ...said };
  if (status === 404) return { ...missing(fault, asked), ...said };
  if (status === 429) return { ...limit(fault, asked), ...said };
  if (status >= 300 && status < 400) return elsewhere(fault, asked);
  if (status >= 500)
    return {
      kind: 'server',
      what: `${asked.name} failed.`,
      why: `It answered with status ${status}.`,
      todo: 'Try again in a moment. The log of the provider may say more.',
      ...said,
    };
  return {
    kind: 'input',
    what: `${asked.name} refused the request.`,
    why: `It answered with status ${status}.`,
    todo: 'Change what is sent, or choose another model.',
    ...said,
  };
}

function keyProblem(status: number, { name, key }: Asked): ProviderProblem {
  const what = key === undefined ? `${name} wants a key.` : `${name} did not accept the key.`;
  const why = `It answered with status ${status}${key === undefined ? ', and no key is kept for it' : ''}.`;
  return { kind: 'key', what, why, todo: 'Enter the key in Settings, Model providers.' };
}

function missing({ said, code }: StatusFault, { name, host, model }: Asked): ProviderProblem {
  if (model !== undefined && (code === 'model_not_found' || /model/i.test(said ?? '')))
    return {
      kind: 'model',
      what: `${name} has no model "${model}".`,
      why: 'It answered with status 404.',
      todo: 'Choose another model, or load this one at the provider.',
    };
  return {
    kind: 'setup',
    what: `${name} answered, but knows nothing at this address.`,
    why: `${host} answered with status 404.`,
    todo: 'Check the base URL in Settings, Model providers: most end with /v1.',
  };
}

function limit({ code, retryAfter }: StatusFault, { name }: Asked): ProviderProblem {
  if (code === 'insufficient_quota')
    return {
      kind: 'limit',
      what: `The account at ${name} has nothing left to spend.`,
      why: 'It answered with status 429, quota used up.',
      todo: 'Look at the plan and the balance of the account, or choose another provider.',
    };
  const seconds = Number(retryAfter ?? Number.NaN);
  const wait =
    Number.isFinite(seconds) && seconds > 0 ? `Try again in ${Math.ceil(seconds)} seconds.` : 'Try again in a minute.';
  const why = 'It answered with status 429, too many requests or tokens for now.';
  return { kind: 'limit', what: `${name} takes no more requests just now.`, why, todo: wait };
}

function elsewhere({ status, location }: StatusFault, asked: Asked): ProviderProblem {
  return {
    kind: 'setup',
    what: `${asked.name} wants the request at another address.`,
    why: `It answered with status ${status}. Nothing was sent there.`,
    todo: 'If you trust that address, enter it as the base URL in Settings, Model providers.',
    ...quote(location ?? undefined, asked),
  };
}

const NETWORK: Readonly<Record<string, [why: string, todo: string]>> = {
  ECONNREFUSED: [
    'The connection was refused: no program listens there.',
    'Start the provider, such as Ollama or LM Studio, or correct the base URL in Settings, Model providers.',
  ],
  ENOTFOUND: [
    'No computer of this name was found.',
    'Check the base URL in Settings, Model providers, and the network.',
  ],
  EAI_AGAIN: ['The name could not be looked up just now.', 'Check the network and try again.'],
  ECONNRESET: ['The connection was cut.', 'Try again.'],
  ETIMEDOUT: ['The computer did not answer.', 'Check the base URL and the network.'],
  UND_ERR_CONNECT_TIMEOUT: ['The computer did not answer.', 'Check the base URL and the network.'],
};

/** The connection did not come about, or ended before an answer. */
export function networkProblem(code: string | undefined, detail: string, asked: Asked): ProviderProblem {
  const known = code === undefined ? undefined : NETWORK[code];
  const [why, todo] = known ?? [
    'The connection failed.',
    'Check the base URL in Settings, Model providers, and the network.',
  ];
  const text = known ? undefined : [code, detail].filter((part) => part !== undefined && part !== '').join(': ');
  return {
    kind: 'unreachable',
    what: `${asked.name} was not reached at ${asked.host}.`,
    why,
    todo,
    ...quote(text, asked),
  };
}

/** Nothing came for a while. */
export function timeoutProblem(ms: number, began: boolean, { name }: Asked): ProviderProblem {
  const seconds = Math.max(1, Math.round(ms / 1000));
  return {
    kind: 'timeout',
    what: began ? `${name} stopped in the middle of its reply.` : `${name} did not answer.`,
    why: `Nothing came for ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    todo: 'Try again. A large model may need a while to load first.',
  };
}

/** The answer came, and is no whole reply. */
export function brokenProblem(why: string, asked: Asked, said?: string): ProviderProblem {
  const what = `The reply of ${asked.name} is not whole.`;
  return { kind: 'broken', what, why, todo: 'Try again, or write the reply by hand.', ...quote(said, asked) };
}

/** The answer is nothing that a provider of this kind would send. */
export function foreignProblem(asked: Asked): ProviderProblem {
  return {
    kind: 'setup',
    what: `What answers at ${asked.host} does not speak the OpenAI format.`,
    why: 'Its answer is no stream of chat completions and no list of models.',
    todo: 'Check the base URL in Settings, Model providers: most end with /v1.',
  };
}
