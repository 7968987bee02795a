// Tiny common helper for the case servers (no dependencies). Every server exits by itself after 10 minutes at most.
// MCP_CASE_LOG=<file> makes a server append every message it sees or sends as one JSON line; MCP_CASE_MAX_MS shortens the bound.

import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTls } from 'node:https';

const MAX = Math.min(Number(process.env.MCP_CASE_MAX_MS) || 600_000, 600_000);
export const bound = () => setTimeout(() => process.exit(0), MAX);
export const sleep = (ms) => new Promise((r) => setTimeout(r, ms));
export const record = (dir, data) => {
  if (!process.env.MCP_CASE_LOG) return;
  try {
    appendFileSync(process.env.MCP_CASE_LOG, `${JSON.stringify({ t: Date.now(), pid: process.pid, dir, data })}\n`);
  } catch {}
};
export const text = (s) => ({ content: [{ type: 'text', text: String(s) }] });
export const tool = (name, properties = {}, extra = {}) => ({
  name,
  description: `Case tool ${name}`,
  inputSchema: { type: 'object', properties },
  ...extra,
});
export class RpcError extends Error {
  constructor(code, message, data) {
    super(message);
    this.code = code;
    this.data = data;
  }
}
export const KNOWN = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'];

// o: {name, caps, tools, calls:{tool:(args,msg,ctx)=>result}, on:{method:(params,msg,ctx)=>result|undefined}}
export function rpc(o = {}) {
  const on = {
    initialize: (p) => ({
      protocolVersion: KNOWN.includes(p.protocolVersion) ? p.protocolVersion : '2025-11-25',
      capabilities: o.caps ?? { tools: {} },
      serverInfo: { name: o.name ?? 'case', version: '1.0.0' },
    }),
    ping: () => ({}),
    'tools/list': () => ({ tools: o.tools ?? [] }),
    'tools/call': (p, m, ctx) => {
      const f = o.calls?.[p.name];
      if (!f && !o.calls) return text(`called ${p.name}`);
      if (!f) throw new RpcError(-32602, `Unknown tool: ${p.name}`);
      return f(p.arguments ?? {}, m, ctx);
    },
    ...o.on,
  };
  return async (m, ctx) => {
    if (m?.method === undefined || m.id === undefined) return undefined; // notification or response
    const f = on[m.method];
    if (!f) return { jsonrpc: '2.0', id: m.id, error: { code: -32601, message: `Method not found: ${m.method}` } };
    try {
      const result = await f(m.params ?? {}, m, ctx);
      return result === undefined ? undefined : { jsonrpc: '2.0', id: m.id, result };
    } catch (e) {
      return {
        jsonrpc: '2.0',
        id: m.id,
        error: { code: e.code ?? -32603, message: e.message, ...(e.data !== undefined && { data: e.data }) },
      };
    }
  };
}

// stdio server. Extra options: onMessage(m, s) => true when it handled the message itself; onEnd(s) on stdin EOF.
export function stdio(o = {}) {
  bound();
  const handle = rpc(o),
    waiting = new Map();
  let buf = '',
    n = 0;
  const s = {
    raw: (x) => {
      process.stdout.write(x);
    },
    send: (m) => {
      record('out', m);
      process.stdout.write(`${JSON.stringify(m)}\n`);
    },
    note: (method, params) => s.send({ jsonrpc: '2.0', method, ...(params && { params }) }),
    reply: (id, result) => s.send({ jsonrpc: '2.0', id, result }),
    ask: (method, params) =>
      new Promise((res) => {
        const id = `srv-${++n}`;
        waiting.set(id, res);
        s.send({ jsonrpc: '2.0', id, method, params });
      }),
    err: (x) => process.stderr.write(x),
  };
  const dispatch = async (m) => {
    if (m.method === undefined && waiting.has(m.id)) {
      const f = waiting.get(m.id);
      waiting.delete(m.id);
      return f(m);
    }
    let done = o.onMessage?.(m, s);
    if (done?.then) done = await done; // a plain return value keeps the order of messages
    if (done === true) return;
    const r = await handle(m, s);
    if (r) s.send(r);
  };
  process.stdin.setEncoding('utf8');
  process.stdin.on('data', (d) => {
    buf += d;
    const lines = buf.split('\n');
    buf = lines.pop();
    for (const line of lines) {
      if (!line.trim()) continue;
      let m;
      try {
        m = JSON.parse(line);
      } catch {
        record('bad', line);
        continue;
      }
      record('in', m);
      dispatch(m);
    }
  });
  process.stdin.on('end', () => {
    record('eof');
    (o.onEnd ?? (() => process.exit(0)))(s);
  });
  process.stdout.on('error', () => process.exit(0));
  return s;
}

// Loopback HTTP. Port from argv[2] (0 or none: any free one); prints "LISTENING <port>". GET /__log returns what it was sent.
export function listen(fn, { tls, host = '127.0.0.1' } = {}) {
  bound();
  const log = [],
    port = Number(process.argv[2] ?? 0);
  const onReq = async (req, res) => {
    const chunks = [];
    for await (const c of req) chunks.push(c);
    const body = Buffer.concat(chunks).toString(),
      url = new URL(req.url, 'http://x');
    let msg;
    try {
      msg = body ? JSON.parse(body) : undefined;
    } catch {}
    if (url.pathname === '/__log') return json(res, 200, log);
    const rec = { t: Date.now(), method: req.method, url: req.url, headers: req.headers, body: msg ?? body };
    log.push(rec);
    record('http', rec);
    try {
      await fn(req, res, { url, path: url.pathname, body, msg, log, origin: srv.origin, srv });
    } catch (e) {
      if (!res.headersSent) json(res, 500, { error: String(e?.stack ?? e) });
      else res.destroy();
    }
  };
  const srv = tls ? createTls(tls, onReq) : createServer(onReq);
  srv.listen(port, host, () => {
    const p = srv.address().port;
    srv.origin = `${tls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${p}`;
    console.log(`LISTENING ${p}`);
  });
  return srv;
}
export const json = (res, status, obj, headers = {}) => {
  res.writeHead(status, { 'content-type': 'application/json', ...headers });
  res.end(typeof obj === 'string' ? obj : JSON.stringify(obj));
};
export const plain = (res, status, body = '', headers = {}) => {
  res.writeHead(status, { 'content-type': 'text/plain', ...headers });
  res.end(body);
};
export const sse = (res, headers = {}) => {
  res.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache', ...headers });
  return {
    raw: (x) => res.write(x),
    ev: (data, { id, event, retry } = {}) =>
      res.write(
        `${event ? `event: ${event}\n` : ''}${id ? `id: ${id}\n` : ''}${retry ? `retry: ${retry}\n` : ''}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`,
      ),
    end: () => res.end(),
  };
};

// Streamable HTTP server. Extra options: path, session, before(req,res,ctx)=>true when handled, answer(res,response,ctx,headers), get, del.
export function mcpHttp(o = {}) {
  const handle = rpc(o),
    sessions = new Set();
  const srv = listen(async (req, res, c) => {
    c.sessions = sessions;
    if (o.before && (await o.before(req, res, c)) === true) return;
    if (c.path !== (o.path ?? '/mcp')) return json(res, 404, { error: 'no such path' });
    if (req.method === 'GET') return o.get ? o.get(req, res, c) : plain(res, 405, '', { allow: 'POST' });
    if (req.method === 'DELETE') {
      sessions.delete(req.headers['mcp-session-id']);
      return o.del ? o.del(req, res, c) : plain(res, 200);
    }
    if (req.method !== 'POST') return plain(res, 405, '', { allow: 'POST' });
    if (!c.msg) return json(res, 400, { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error' } });
    if (c.msg.id === undefined || c.msg.method === undefined) {
      res.writeHead(202);
      return res.end();
    }
    const r = await handle(c.msg, { ...c, req, res }),
      headers = {};
    if (o.session && c.msg.method === 'initialize') {
      const sid = randomUUID();
      sessions.add(sid);
      headers['mcp-session-id'] = sid;
    }
    if (r) await (o.answer ?? ((res2, x, _c, h) => json(res2, 200, x, h)))(res, r, { ...c, req }, headers);
  }, o);
  return srv;
}
