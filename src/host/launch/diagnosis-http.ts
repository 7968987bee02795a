import { STATUS_CODES } from 'node:http';
import type { Failure } from '#shared/session.ts';
import { type Evidence, formatDuration, plainLine } from './evidence.ts';

const TLS = /CERT|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)|^ERR_TLS|^ERR_SSL|^EPROTO$|HOSTNAME_MISMATCH/;
const TIMEOUTS = new Set([
  'ETIMEDOUT',
  'ESOCKETTIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'TIMEOUT',
]);

/** Rules about an address: the network first, then what the answer was. */
export function diagnoseHttp(evidence: Evidence): Failure | undefined {
  const code = evidence.http?.error?.code ?? evidence.code;
  if (evidence.http?.status !== undefined && code === undefined) return answered(evidence, evidence.http.status);
  if (code !== undefined) return broken(evidence, code);
  return noAnswer(evidence);
}

function addressOf({ endpoint }: Evidence): { url: string; host: string; name: string } {
  const url = endpoint.kind === 'http' ? endpoint.url : '';
  try {
    const parsed = new URL(url);
    const shown = `${parsed.origin}${parsed.pathname}`;
    return { url: shown, host: parsed.host, name: parsed.hostname };
  } catch {
    return { url, host: url, name: url };
  }
}

function quote(evidence: Evidence): string {
  const message = evidence.http?.error?.message ?? evidence.message;
  return message ? ` The system says: "${plainLine(message)}"` : '';
}

/** As `quote`, but uncut: a certificate is described by more than one line has room for. */
function whole(evidence: Evidence): string {
  const message = evidence.http?.error?.message ?? evidence.message;
  return message?.replace(/\s+/g, ' ').slice(0, 1200) ?? '';
}

function broken(evidence: Evidence, code: string): Failure | undefined {
  const { host, name } = addressOf(evidence);
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'EAI_NODATA') {
    return {
      rule: 'dx-dns',
      title: 'The name is unknown',
      why: `No address was found for "${name}".${quote(evidence)}`,
      todo: 'Check the address for a typing mistake. If it is a company name, connect the VPN.',
      short: 'Name unknown',
    };
  }
  if (code === 'ECONNREFUSED') {
    return {
      rule: 'dx-refused',
      title: 'Nothing listens there',
      why: `The computer was reached, but it refused the connection to ${host}.${quote(evidence)}`,
      todo: 'Start the server, or correct the port in its address.',
      short: 'Connection refused',
    };
  }
  if (TIMEOUTS.has(code) || code === 'EHOSTUNREACH' || code === 'ENETUNREACH') {
    return {
      rule: 'dx-timeout',
      title: 'No answer',
      why: `${host} could not be reached within ${formatDuration(evidence.elapsedMs)}.${quote(evidence)}`,
      todo: 'Check the address, the network and any firewall between.',
      short: 'Not reachable',
    };
  }
  if (TLS.test(code)) {
    return {
      rule: 'dx-tls',
      title: 'The certificate was rejected',
      why: `${whole(evidence) || `The secure connection to ${host} failed.`} (${code})`,
      todo: 'Check that the address begins with the right one of http and https. If you know this certificate, trust it for this server alone: name its file or its fingerprint in the settings.',
      short: 'Certificate rejected',
    };
  }
  return oddEnd(evidence, code, host);
}

function oddEnd(evidence: Evidence, code: string, host: string): Failure | undefined {
  if (code === 'TOO_LARGE') {
    return {
      rule: 'dx-too-large',
      title: 'The answer is larger than the limit',
      why: plainLine(evidence.http?.error?.message ?? evidence.message ?? 'It was cut off.'),
      todo: 'Raise the limit in the settings of this server.',
      short: 'Answer too large',
    };
  }
  if (code === 'REDIRECT') {
    return {
      rule: 'dx-redirect',
      title: 'The address leads elsewhere',
      why: plainLine(evidence.http?.error?.message ?? evidence.message ?? 'It was not followed.'),
      todo: 'If you trust the other address, use it as the address of this server.',
      short: 'Redirected',
    };
  }
  return {
    rule: 'dx-cut',
    title: evidence.phase === 'ready' ? 'The connection was lost' : 'The connection broke before an answer came',
    why: `The connection to ${host} ended after ${formatDuration(evidence.elapsedMs)} (${plainLine(code)}).${quote(evidence)}`,
    todo: 'Try again. If it happens every time, look at the server’s own log and at proxies between.',
    short: evidence.phase === 'ready' ? 'Connection lost' : 'Connection broke',
  };
}

function noAnswer(evidence: Evidence): Failure | undefined {
  if (evidence.phase === 'launch') return undefined;
  const { host } = addressOf(evidence);
  return {
    rule: 'dx-timeout',
    title: 'No answer',
    why: `${host} accepted the request, but no answer came within ${formatDuration(evidence.elapsedMs)}.`,
    todo: 'Wait longer, or check the server’s own log.',
    short: 'No answer',
  };
}

function answered(evidence: Evidence, status: number): Failure | undefined {
  if (status === 401 || status === 403 || status === 407) return refused(evidence, status);
  const { url } = addressOf(evidence);
  if (status === 404 && evidence.phase === 'ready') {
    return {
      rule: 'dx-session',
      title: 'The server forgot the session',
      why: `It answered 404 in a session that had been agreed.${bodyWords(evidence)}`,
      todo: 'Connect again.',
      short: 'Session forgotten',
    };
  }
  if (status === 404 || status === 405) {
    return {
      rule: 'dx-404',
      title: 'No MCP endpoint at this path',
      why: `${url} answered ${statusWords(status)} to a POST.${bodyWords(evidence)}`,
      todo: 'Correct the path; /mcp is common. A server older than 2025 needs the transport HTTP+SSE.',
      short: `HTTP ${status}`,
    };
  }
  if (status < 300) return notMcp(evidence, url, status);
  const gateway = status === 502 || status === 503 || status === 504;
  return {
    rule: 'dx-status',
    title: `The server answered ${statusWords(status)}`,
    why: gateway
      ? `Likely a proxy before the server could not reach it.${bodyWords(evidence)}`
      : `${url} sent this instead of an MCP answer.${bodyWords(evidence)}`,
    todo:
      status === 429 ? 'Wait a little and try again.' : 'Look at the answer in Traffic and at the server’s own log.',
    short: `HTTP ${status}`,
  };
}

function notMcp(evidence: Evidence, url: string, status: number): Failure | undefined {
  const type = evidence.http?.contentType ?? '';
  const body = evidence.http?.body ?? '';
  if (/html/i.test(type) || /^\s*<(?:!doctype|html)/i.test(body)) {
    return {
      rule: 'dx-html',
      title: 'This address is a web page, not an MCP endpoint',
      why: `${url} answered ${statusWords(status)} with HTML instead of MCP.${bodyWords(evidence)}`,
      todo: /\/mcp\/?(?:[?#]|$)/.test(url)
        ? 'A log-in page or a proxy may stand before the server. Otherwise look up the address of its MCP endpoint in its documentation.'
        : 'Try /mcp at the end of the address.',
      short: 'HTML instead of MCP',
    };
  }
  if (body === '' && type === '') return noAnswer(evidence);
  return {
    rule: 'dx-content',
    title: 'The answer is not MCP',
    why: `${url} answered with ${type ? `"${plainLine(type)}"` : 'something'} that holds no MCP message.${bodyWords(evidence)}`,
    todo: 'Check the address. Look at the answer in Traffic.',
    short: 'Not an MCP answer',
  };
}

function refused(evidence: Evidence, status: 401 | 403 | 407): Failure {
  const { url, host } = addressOf(evidence);
  if (status === 407) {
    return {
      rule: 'dx-proxy',
      title: 'The proxy needs a sign-in',
      why: `A proxy before ${host} answered ${statusWords(status)}.`,
      todo: 'Check the proxy settings of this computer.',
      short: 'Proxy sign-in needed',
    };
  }
  const challenge = evidence.http?.authenticate;
  const asks = challenge ? ` It asks for: ${plainLine(challenge)}` : ' It does not say how to sign in.';
  if (status === 401) {
    return {
      rule: 'dx-401',
      title: 'Sign-in needed',
      why: `${url} answered ${statusWords(status)}.${asks}`,
      todo: 'Sign in, or set an Authorization header in the settings of this server.',
      short: 'Sign-in needed',
    };
  }
  const origin = /origin/i.test(evidence.http?.body ?? '');
  return {
    rule: origin ? 'dx-origin' : 'dx-403',
    title: origin ? 'The server rejects this origin' : 'This account is not allowed',
    why: `${url} answered ${statusWords(status)}.${bodyWords(evidence)}`,
    todo: origin
      ? 'Look at the sent headers in Traffic, and at the list of allowed origins or hosts of the server.'
      : 'Sign in with another account, or ask for access.',
    short: origin ? 'Origin rejected' : 'Not allowed',
  };
}

function statusWords(status: number): string {
  const words = STATUS_CODES[status];
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
