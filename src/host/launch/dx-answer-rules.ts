import type { Fix } from '#shared/fix.ts';
import { objectAt, textAt } from '#shared/json.ts';
import { addressOf, otherAddress } from './dx-address-rules.ts';
import { type DxRule, dxRule } from './dx-rule.ts';
import { type Evidence, plainLine } from './evidence.ts';
import { editAt, retry, setToken, setTransport, setUrl } from './fixes.ts';

const EDIT_ADDRESS = editAt('url', 'Edit the address');

function statusWords(status: number): string {
  // Taken when needed: loading node:http takes longer than the rest of a start.
  const words = process.getBuiltinModule('node:http').STATUS_CODES[status];
  return words ? `${status} ${words}` : String(status);
}

function bodyWords(evidence: Evidence): string {
  const body = evidence.http?.body ?? '';
  const title = /<title[^>]*>([^<]{1,200})/i.exec(body)?.[1];
  if (title) return ` The page is called "${plainLine(title)}".`;
  if (/<\w+[^>]*>/.test(body.slice(0, 200))) return '';
  const line = plainLine(body);
  return line === '' ? '' : ` It said: "${line}"`;
}

/** The status of an answer that came whole, when it is one of these. */
function answered(evidence: Evidence, fits: (status: number) => boolean): number | undefined {
  const { http, code } = evidence;
  if (http?.status === undefined || http.error || code !== undefined) return undefined;
  return fits(http.status) ? http.status : undefined;
}

/** `the HTTP answer 404`. */
function fromStatus(status: number): string {
  return `the HTTP answer ${status}`;
}

/** The endpoint at /mcp: below the path, unless the address says that already, and in place of the path. */
function atMcp(evidence: Evidence): Fix[] {
  const below = otherAddress(evidence, (url) => {
    const path = url.pathname.replace(/\/+$/, '');
    if (!path.endsWith('/mcp')) url.pathname = `${path}/mcp`;
  });
  const instead = otherAddress(evidence, (url) => {
    url.pathname = '/mcp';
  });
  return [...new Set([below, instead])].flatMap((to) => (to === undefined ? [] : [setUrl(to)]));
}

const proxy = dxRule({
  id: 'dx-proxy',
  of: 'address',
  step: 'http',
  title: 'The proxy needs a sign-in',
  find: (evidence) => answered(evidence, (status) => status === 407),
  say: (evidence, status) => ({
    why: `A proxy before ${addressOf(evidence).host} answered ${statusWords(status)}.${bodyWords(evidence)}`,
    todo: 'Check the proxy settings of this computer.',
    short: 'Proxy sign-in needed',
    from: fromStatus(status),
  }),
  fixes: () => [editAt('proxy', 'Open the proxy settings'), retry()],
});

const signIn = dxRule({
  id: 'dx-401',
  of: 'address',
  step: 'signin',
  title: 'Sign-in needed',
  find: (evidence) => answered(evidence, (status) => status === 401),
  say: (evidence, status) => {
    const challenge = evidence.http?.authenticate;
    const asks = challenge ? ` It asks for: ${plainLine(challenge)}` : ' It does not say how to sign in.';
    return {
      why: `${addressOf(evidence).url} answered ${statusWords(status)}.${asks}`,
      todo: 'Sign in, or set an Authorization header in the settings of this server.',
      short: 'Sign-in needed',
      from: fromStatus(status),
    };
  },
  fixes: () => [
    setToken(),
    editAt('headers', 'Edit the headers'),
    editAt('auth', 'Open the sign-in settings'),
    retry(),
  ],
});

/** Words of a refusal that is about where the request comes from. */
const ORIGIN_WORDS =
  /\borigin\b|\bhost(?: header)?\b.{0,40}(?:not allowed|invalid|mismatch)|(?:invalid|forbidden) host/i;

const origin = dxRule({
  id: 'dx-origin',
  of: 'address',
  step: 'http',
  title: 'The server rejects this origin',
  find: (evidence) =>
    ORIGIN_WORDS.test(evidence.http?.body ?? '') ? answered(evidence, (status) => status === 403) : undefined,
  say: (evidence, status) => {
    const sent = (name: string) => evidence.sent?.headers?.find(([key]) => key.toLowerCase() === name)?.[1];
    const host = sent('host') ?? addressOf(evidence).host;
    return {
      why: `${addressOf(evidence).url} answered ${statusWords(status)}.${bodyWords(evidence)} Sent were Host: ${plainLine(host)} and ${sent('origin') === undefined ? 'no Origin header' : `Origin: ${plainLine(sent('origin') ?? '')}`}.`,
      todo: 'Look at the sent headers in Traffic, and at the list of allowed origins or hosts of the server.',
      short: 'Origin rejected',
      from: fromStatus(status),
    };
  },
  fixes: () => [editAt('headers', 'Edit the headers'), EDIT_ADDRESS, retry()],
});

const forbidden = dxRule({
  id: 'dx-403',
  of: 'address',
  step: 'signin',
  title: 'This account is not allowed',
  find: (evidence) => answered(evidence, (status) => status === 403),
  say: (evidence, status) => ({
    why: `${addressOf(evidence).url} answered ${statusWords(status)}.${bodyWords(evidence)}`,
    todo: 'Sign in with another account, or ask for access.',
    short: 'Not allowed',
    from: fromStatus(status),
  }),
  fixes: () => [editAt('auth', 'Open the sign-in settings'), editAt('headers', 'Edit the headers'), retry()],
});

const session = dxRule({
  id: 'dx-session',
  of: 'address',
  step: 'lists',
  title: 'The server forgot the session',
  find: (evidence) => {
    if (evidence.phase !== 'ready') return undefined;
    if (/forgot the session/.test(evidence.message ?? '')) return { words: plainLine(evidence.message ?? '') };
    return answered(evidence, (status) => status === 404) === undefined ? undefined : { words: undefined };
  },
  say: (evidence, { words }) => ({
    why: words ?? `It answered 404 in a session that had been agreed.${bodyWords(evidence)}`,
    todo: 'Connect again.',
    short: 'Session forgotten',
    from: fromStatus(404),
  }),
  fixes: () => [retry('Reconnect'), EDIT_ADDRESS],
});

const noEndpoint = dxRule({
  id: 'dx-404',
  of: 'address',
  step: 'answer',
  title: 'No MCP endpoint at this path',
  find: (evidence) => answered(evidence, (status) => status === 404 || status === 405),
  say: (evidence, status) => ({
    why: `${addressOf(evidence).url} answered ${statusWords(status)} to a POST.${olderTried(evidence)}${bodyWords(evidence)}`,
    todo: 'Correct the path; /mcp is common. A server older than 2025 needs the transport HTTP+SSE.',
    short: `HTTP ${status}`,
    from: fromStatus(status),
  }),
  fixes: (evidence) => {
    const { endpoint } = evidence;
    const set = endpoint.kind === 'http' ? endpoint.transport : 'auto';
    const older = setTransport('sse', 'Try the older transport');
    return [
      ...(set === 'streamable' ? [older] : []),
      ...(set === 'sse' ? [setTransport('auto', 'Try the newer transport')] : []),
      ...atMcp(evidence),
      EDIT_ADDRESS,
    ];
  },
});

/** With the transport `auto` the older one was tried before this is said. */
function olderTried({ endpoint }: Evidence): string {
  return endpoint.kind === 'http' && endpoint.transport === 'auto'
    ? ' The older transport HTTP+SSE was tried there too.'
    : '';
}

const html = dxRule({
  id: 'dx-html',
  of: 'address',
  step: 'answer',
  title: 'This address is a web page, not an MCP endpoint',
  find: (evidence) => {
    const { contentType = '', body = '' } = evidence.http ?? {};
    const page = /html/i.test(contentType) || /^\s*<(?:!doctype|html)/i.test(body);
    return page ? answered(evidence, (status) => status < 300) : undefined;
  },
  say: (evidence, status) => {
    const { url } = addressOf(evidence);
    return {
      why: `${url} answered ${statusWords(status)} with HTML instead of MCP.${bodyWords(evidence)}`,
      todo: /\/mcp\/?(?:[?#]|$)/.test(url)
        ? 'A log-in page or a proxy may stand before the server. Otherwise look up the address of its MCP endpoint in its documentation.'
        : 'Try /mcp at the end of the address.',
      short: 'HTML instead of MCP',
      from: fromStatus(status),
    };
  },
  fixes: (evidence) => [...atMcp(evidence), EDIT_ADDRESS],
});

const content = dxRule({
  id: 'dx-content',
  of: 'address',
  step: 'answer',
  title: 'The answer is not MCP',
  general: true,
  find: (evidence) => {
    const { contentType = '', body = '' } = evidence.http ?? {};
    return contentType || body ? answered(evidence, (status) => status < 300) : undefined;
  },
  say: (evidence, status) => {
    const type = evidence.http?.contentType ?? '';
    return {
      why: `${addressOf(evidence).url} answered with ${type ? `"${plainLine(type)}"` : 'something'} that holds no MCP message.${bodyWords(evidence)}`,
      todo: 'Check the address. Look at the answer in Traffic.',
      short: 'Not an MCP answer',
      from: fromStatus(status),
    };
  },
  fixes: (evidence) => [...atMcp(evidence), EDIT_ADDRESS, retry()],
});

const status = dxRule({
  id: 'dx-status',
  of: 'address',
  step: 'answer',
  title: 'The server did not answer with MCP',
  general: true,
  find: (evidence) => answered(evidence, (code) => code >= 300),
  say: (evidence, code) => {
    const gateway = code === 502 || code === 503 || code === 504;
    return {
      title: `The server answered ${statusWords(code)}`,
      why: gateway
        ? `Likely a proxy before the server could not reach it.${bodyWords(evidence)}`
        : `${addressOf(evidence).url} sent this instead of an MCP answer.${bodyWords(evidence)}`,
      todo:
        code === 429 ? 'Wait a little and try again.' : 'Look at the answer in Traffic and at the server’s own log.',
      short: `HTTP ${code}`,
      from: fromStatus(code),
    };
  },
  fixes: (evidence) => {
    const tls = /plain HTTP request was sent to (?:HTTPS|TLS)|client sent an http request to an https/i;
    const secure = tls.test(evidence.http?.body ?? '')
      ? otherAddress(evidence, (url) => {
          url.protocol = 'https:';
        })
      : undefined;
    return [...(secure ? [setUrl(secure)] : []), retry(), EDIT_ADDRESS];
  },
});

/** Headers that repeat what the body says, and where it says so. */
const MIRRORED: readonly [header: string, inBody: (text: string) => string | undefined][] = [
  ['mcp-method', (text) => textAt(parsed(text), 'method')],
  [
    'mcp-name',
    (text) => textAt(objectAt(parsed(text), 'params'), 'name') ?? textAt(objectAt(parsed(text), 'params'), 'uri'),
  ],
  [
    'mcp-protocol-version',
    (text) => textAt(objectAt(objectAt(parsed(text), 'params'), '_meta'), 'io.modelcontextprotocol/protocolVersion'),
  ],
];

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What was sent, header and body side by side; empty when it is not known. */
export function headersBesideBody({ sent }: Evidence): string {
  const { headers = [], text = '' } = sent ?? {};
  const pairs = MIRRORED.flatMap(([name, inBody]) => {
    const header = headers.find(([key]) => key.toLowerCase() === name);
    const body = inBody(text);
    if (!header && body === undefined) return [];
    return [`${header?.[0] ?? name} "${header?.[1] ?? 'not sent'}", in the body "${body ?? 'nothing'}"`];
  });
  return pairs.length > 0 ? ` This app sent ${plainLine(pairs.join('; '))}.` : '';
}

/** Rules about what came from an address, the surest first. */
export const ANSWER_RULES: readonly DxRule[] = [
  session,
  proxy,
  signIn,
  origin,
  forbidden,
  noEndpoint,
  html,
  content,
  status,
];
