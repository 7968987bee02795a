// A raw HTTP client: every answer is kept with its bytes, its JSON and its SSE events.
import { createHash, randomBytes } from 'node:crypto';
import { request as httpReq } from 'node:http';
import { request as httpsReq } from 'node:https';
import { INIT, VERSION } from './drive-common.mjs';

function parseSse(s) {
  return s
    .split(/\r\n\r\n|\n\n|\r\r/)
    .filter((x) => x.trim())
    .map((b) => {
      const e = {};
      for (const l of b.split(/\r\n|\n|\r/)) {
        const m = /^([a-z]*): ?(.*)$/.exec(l);
        if (!m) continue;
        if (!m[1]) {
          e.comment = m[2];
          continue;
        }
        e[m[1]] = m[1] === 'data' && e.data !== undefined ? `${e.data}\n${m[2]}` : m[2];
      }
      return e;
    });
}

export class Http {
  constructor(port, scheme, host) {
    this.origin = `${scheme}://${host}:${port}`;
    this.url = `${this.origin}/mcp`;
    this.port = port;
    this.n = 0;
    this.headers = {};
  }
  raw(method, url, { body, headers = {}, ms = 5000, stopAfter } = {}) {
    const u = new URL(url, this.origin),
      f = u.protocol === 'https:' ? httpsReq : httpReq;
    return new Promise((resolve) => {
      const out = { chunks: [], status: 0 };
      const done = (why) => {
        clearTimeout(timer);
        out.why = why;
        out.buf = Buffer.concat(out.chunks);
        out.text = out.buf.toString();
        try {
          out.json = JSON.parse(out.text);
        } catch {}
        out.events = parseSse(out.text);
        resolve(out);
      };
      const r = f(u, { method, headers, rejectUnauthorized: false, agent: false }, (res) => {
        out.status = res.statusCode;
        out.headers = res.headers;
        res.on('data', (d) => {
          out.chunks.push(d);
          if (stopAfter && Buffer.concat(out.chunks).toString().includes(stopAfter)) {
            done('enough');
            r.destroy();
          }
        });
        res.on('end', () => done('end'));
        res.on('error', () => done('broken'));
        res.on('aborted', () => done('broken'));
      });
      r.on('error', (e) => {
        out.error = e;
        done('error');
      });
      const timer = setTimeout(() => {
        done('timeout');
        r.destroy();
      }, ms);
      if (body !== undefined) r.write(typeof body === 'string' ? body : JSON.stringify(body));
      r.end();
    });
  }
  get(path, o) {
    return this.raw('GET', path, o);
  }
  async post(msg, { headers = {}, ...o } = {}) {
    return this.raw('POST', o.url ?? this.url, {
      body: msg,
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': VERSION,
        ...this.headers,
        ...headers,
      },
      ...o,
    });
  }
  msg(r) {
    if (r.json?.jsonrpc) return r.json;
    for (const e of r.events ?? []) {
      try {
        const m = JSON.parse(e.data);
        if (m.jsonrpc && m.method === undefined) return m;
      } catch {}
    }
  }
  async rpc(method, params, o) {
    const r = await this.post({ jsonrpc: '2.0', id: ++this.n, method, ...(params && { params }) }, o);
    r.msg = this.msg(r);
    return r;
  }
  note(method, params, o) {
    return this.post({ jsonrpc: '2.0', method, ...(params && { params }) }, o);
  }
  async init(o) {
    const r = await this.rpc('initialize', INIT, o);
    if (r.headers?.['mcp-session-id']) this.headers['mcp-session-id'] = r.headers['mcp-session-id'];
    r.note = await this.note('notifications/initialized', undefined, o);
    return r;
  }
  call(name, args = {}, o) {
    return this.rpc('tools/call', { name, arguments: args }, o);
  }
  async log() {
    return (await this.get('/__log')).json;
  }
  // One authorization-code + PKCE round trip; every step's raw answer is kept.
  async oauth({
    asUrl,
    clientId,
    redirect = 'http://127.0.0.1:49999/callback',
    scope = 'base',
    resource,
    register = true,
  } = {}) {
    const o = {},
      v = randomBytes(32).toString('base64url'),
      cc = createHash('sha256').update(v).digest('base64url');
    o.as = await this.get(asUrl ?? '/.well-known/oauth-authorization-server');
    const as = o.as.json ?? {};
    if (register && !clientId) {
      o.reg = await this.raw('POST', as.registration_endpoint ?? '/register', {
        body: { redirect_uris: [redirect], client_name: 'raw-driver' },
        headers: { 'content-type': 'application/json' },
      });
      clientId = o.reg.json?.client_id;
    }
    const q = new URLSearchParams({
      response_type: 'code',
      client_id: clientId ?? '',
      redirect_uri: redirect,
      code_challenge: cc,
      code_challenge_method: 'S256',
      state: 'st',
      scope,
      ...(resource && { resource }),
    });
    o.auth = await this.get(`${as.authorization_endpoint ?? '/authorize'}?${q}`);
    o.back = o.auth.headers?.location ? new URL(o.auth.headers.location).searchParams : undefined;
    if (o.back?.get('code')) {
      o.token = await this.raw('POST', as.token_endpoint ?? '/token', {
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          code: o.back.get('code'),
          code_verifier: v,
          client_id: clientId,
          redirect_uri: redirect,
        }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
      if (o.token.json?.access_token) this.headers.authorization = `Bearer ${o.token.json.access_token}`;
    }
    o.clientId = clientId;
    return o;
  }
  token(form) {
    return this.raw('POST', '/token', {
      body: new URLSearchParams(form).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  }
}
