import { type DxRule, dxRule } from './dx-rule.ts';
import { type Evidence, formatDuration, plainLine } from './evidence.ts';
import { copyText, editAt, retry, setUrl, trustCertificate, WAIT_LONGER } from './fixes.ts';

const TLS = /CERT|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)|^ERR_TLS|^ERR_SSL|^EPROTO$|HOSTNAME_MISMATCH/;
/** Codes of a server that answered a greeting of TLS with something else. */
const NOT_TLS = /^EPROTO$|^ERR_SSL_(?:WRONG_VERSION|PACKET_LENGTH|HTTP_REQUEST)/;
const UNKNOWN_NAME = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA']);
const UNREACHABLE = new Set([
  'ETIMEDOUT',
  'ESOCKETTIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'TIMEOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/** What is shown of an address: no query, which may hold a key. */
export function addressOf({ endpoint }: Evidence): { url: string; host: string; name: string } {
  const url = endpoint.kind === 'http' ? endpoint.url : '';
  if (!URL.canParse(url)) return { url, host: url, name: url };
  const parsed = new URL(url);
  return { url: `${parsed.origin}${parsed.pathname}`, host: parsed.host, name: parsed.hostname };
}

/** The address with another path or scheme. Login and query stay out, for they may hold keys; applying it keeps them. */
export function otherAddress({ endpoint }: Evidence, change: (url: URL) => void): string | undefined {
  if (endpoint.kind !== 'http' || !URL.canParse(endpoint.url)) return undefined;
  const url = new URL(endpoint.url);
  url.username = '';
  url.password = '';
  url.search = '';
  url.hash = '';
  const before = url.href;
  change(url);
  return url.href === before ? undefined : url.href;
}

function codeOf(evidence: Evidence): string | undefined {
  return evidence.http?.error?.code ?? evidence.code;
}

function messageOf(evidence: Evidence): string | undefined {
  return evidence.http?.error?.message ?? evidence.message;
}

function quote(evidence: Evidence): string {
  const message = messageOf(evidence);
  return message ? ` The system says: "${plainLine(message)}"` : '';
}

/** As `quote`, but uncut: a certificate is described by more than one line has room for. */
function whole(evidence: Evidence): string {
  return messageOf(evidence)?.replace(/\s+/g, ' ').slice(0, 1200) ?? '';
}

/** The error of the network, when it is one of these. */
function error(evidence: Evidence, fits: (code: string) => boolean): string | undefined {
  const code = codeOf(evidence);
  return code !== undefined && fits(code) ? code : undefined;
}

const EDIT_ADDRESS = editAt('url', 'Edit the address');

const dns = dxRule({
  id: 'dx-dns',
  of: 'address',
  step: 'name',
  title: 'The name is unknown',
  find: (evidence) => error(evidence, (code) => UNKNOWN_NAME.has(code)),
  say: (evidence, code) => ({
    why: `No address was found for "${addressOf(evidence).name}".${quote(evidence)}`,
    todo: 'Check the address for a typing mistake. If it is a company name, connect the VPN.',
    short: 'Name unknown',
    from: `the error ${code}`,
  }),
  fixes: () => [EDIT_ADDRESS, retry()],
});

const refused = dxRule({
  id: 'dx-refused',
  of: 'address',
  step: 'connected',
  title: 'Nothing listens there',
  find: (evidence) => error(evidence, (code) => code === 'ECONNREFUSED'),
  say: (evidence, code) => ({
    why: `The computer was reached, but it refused the connection to ${addressOf(evidence).host}.${quote(evidence)}`,
    todo: 'Start the server, or correct the port in its address.',
    short: 'Connection refused',
    from: `the error ${code}`,
  }),
  fixes: () => [retry(), EDIT_ADDRESS],
});

const timeout = dxRule({
  id: 'dx-timeout',
  of: 'address',
  step: 'connected',
  title: 'No answer',
  find: (evidence) => {
    const code = error(evidence, (one) => UNREACHABLE.has(one));
    if (code !== undefined) return { code };
    // The time ran out, and nothing says why.
    const { http, phase, message } = evidence;
    const nothing = http?.status === undefined || (http.status < 300 && !http.contentType && !http.body);
    return codeOf(evidence) === undefined && phase === 'connect' && nothing && message === undefined
      ? { code: undefined }
      : undefined;
  },
  say: (evidence, { code }) => {
    const { host } = addressOf(evidence);
    const after = formatDuration(evidence.elapsedMs);
    if (code === undefined) {
      return {
        step: 'http',
        why: `${host} accepted the request, but no answer came within ${after}.`,
        todo: 'Wait longer, or check the server’s own log.',
        short: 'No answer',
        from: 'the silence',
      };
    }
    return {
      why: `${host} could not be reached within ${after}.${quote(evidence)}`,
      todo: 'Check the address, the network and any firewall between.',
      short: 'Not reachable',
      from: `the error ${code}`,
    };
  },
  fixes: (_evidence, found) => [found?.code === undefined ? WAIT_LONGER : retry(), EDIT_ADDRESS],
});

const tls = dxRule({
  id: 'dx-tls',
  of: 'address',
  step: 'secure',
  title: 'The certificate was rejected',
  find: (evidence) => error(evidence, (code) => TLS.test(code)),
  say: (evidence, code) => ({
    ...(NOT_TLS.test(code) ? { title: 'The secure connection failed' } : {}),
    why: `${whole(evidence) || `The secure connection to ${addressOf(evidence).host} failed.`} (${code})`,
    todo: NOT_TLS.test(code)
      ? 'Check that the address begins with the right one of http and https.'
      : 'Compare its fingerprint with what you know. If it is the right one, trust it for this server alone, or name the file of its authority in the settings.',
    short: NOT_TLS.test(code) ? 'No secure connection' : 'Certificate rejected',
    from: NOT_TLS.test(code) ? `the error ${code}` : 'the certificate',
  }),
  fixes: (evidence, code) => {
    const plain = otherAddress(evidence, (url) => {
      url.protocol = 'http:';
    });
    const fingerprint = /SHA-256 ([0-9A-F:]{95})/.exec(whole(evidence))?.[1];
    const encrypted = code !== undefined && !NOT_TLS.test(code);
    return [
      ...(!encrypted && plain ? [setUrl(plain)] : []),
      ...(encrypted && fingerprint ? [trustCertificate(fingerprint)] : []),
      ...(encrypted ? [editAt('tls', 'Add its authority for this server')] : []),
      ...(fingerprint ? [copyText('Copy its fingerprint', fingerprint)] : []),
      EDIT_ADDRESS,
    ];
  },
});

const tooLarge = dxRule({
  id: 'dx-too-large',
  of: 'address',
  step: 'answer',
  title: 'The answer is larger than the limit',
  find: (evidence) => error(evidence, (code) => code === 'TOO_LARGE'),
  say: (evidence) => ({
    why: plainLine(messageOf(evidence) ?? 'It was cut off.'),
    todo: 'Raise the limit in the settings of this server.',
    short: 'Answer too large',
    from: 'the size of the answer',
  }),
  fixes: () => [EDIT_ADDRESS, retry()],
});

const redirect = dxRule({
  id: 'dx-redirect',
  of: 'address',
  step: 'answer',
  title: 'The address leads elsewhere',
  find: (evidence) => error(evidence, (code) => code === 'REDIRECT'),
  say: (evidence) => ({
    why: plainLine(messageOf(evidence) ?? 'It was not followed.'),
    todo: 'Look at where it leads before you use it: what this server is sent goes there then.',
    short: 'Redirected',
    from: 'the HTTP answer',
  }),
  fixes: (evidence) => {
    const to = / redirects to (https?:\/\/\S+?)[,]? /.exec(whole(evidence))?.[1];
    return [...(to && URL.canParse(to) ? [setUrl(to, `Use ${to}`)] : []), EDIT_ADDRESS];
  },
});

const cut = dxRule({
  id: 'dx-cut',
  of: 'address',
  step: 'http',
  title: 'The connection broke before an answer came',
  general: true,
  find: codeOf,
  say: (evidence, code) => {
    const ready = evidence.phase === 'ready';
    return {
      ...(ready ? { title: 'The connection was lost' } : {}),
      why: `The connection to ${addressOf(evidence).host} ended after ${formatDuration(evidence.elapsedMs)} (${plainLine(code)}).${quote(evidence)}`,
      todo: 'Try again. If it happens every time, look at the server’s own log and at proxies between.',
      short: ready ? 'Connection lost' : 'Connection broke',
      from: `the error ${plainLine(code)}`,
    };
  },
  fixes: () => [retry(), EDIT_ADDRESS],
});

/** Rules about the way to an address, the surest first. */
export const ADDRESS_RULES: readonly DxRule[] = [dns, refused, tls, timeout, tooLarge, redirect, cut];
