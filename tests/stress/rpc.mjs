// rpc.mjs — tiny dependency-free stdio JSON-RPC kit of the stress servers in this folder.
// It reads newline-delimited JSON-RPC from stdin, dispatches to handlers, answers initialize/ping itself,
// answers server/discover with -32601 (so an "auto" client falls back to the legacy era), and gives
// back-pressure aware writers for stdout and stderr. If STRESS_TRACE is set to a file path, every request
// and response is appended there with a server-side timestamp (ms since epoch) and byte count, so a client's
// own timings and "nothing lost" claims can be checked against the truth.

import { once } from 'node:events';
import fs from 'node:fs';

const traceFile = process.env.STRESS_TRACE;
export const trace = (o) => {
  if (traceFile) fs.appendFileSync(traceFile, `${JSON.stringify({ t: Date.now(), pid: process.pid, ...o })}\n`);
};
export async function writeOut(line) {
  if (!process.stdout.write(`${line}\n`)) await once(process.stdout, 'drain');
}
export async function writeErr(line) {
  if (!process.stderr.write(`${line}\n`)) await once(process.stderr, 'drain');
}
export const send = (msg) => writeOut(JSON.stringify(msg));
export const notify = (method, params) => send({ jsonrpc: '2.0', method, params });
export const text = (s, extra = {}) => ({ content: [{ type: 'text', text: s }], ...extra });
export class RpcError extends Error {
  constructor(code, message, data) {
    super(message);
    this.code = code;
    this.data = data;
  }
}
export function serve({
  name,
  capabilities = { tools: {}, logging: {} },
  instructions,
  handlers = {},
  onInitialize,
  onNotification,
}) {
  let buf = '';
  process.stdin.setEncoding('utf8');
  process.stdin.on('data', (chunk) => {
    buf += chunk;
    const lines = buf.split('\n');
    buf = lines.pop();
    for (const line of lines) if (line.trim()) handle(line.replace(/\r$/, ''));
  });
  process.stdin.on('end', () => {
    trace({ ev: 'stdin-end' });
    process.exit(0);
  });
  process.on('SIGTERM', () => {
    trace({ ev: 'sigterm' });
    process.exit(0);
  });
  async function handle(line) {
    let m;
    try {
      m = JSON.parse(line);
    } catch {
      trace({ ev: 'bad-line', bytes: line.length });
      return;
    }
    if (m.method && m.id === undefined) {
      trace({ ev: 'notification', method: m.method });
      onNotification?.(m);
      return;
    }
    if (!m.method) {
      trace({ ev: 'response', id: m.id });
      return;
    }
    trace({ ev: 'request', id: m.id, method: m.method, name: m.params?.name });
    const answer = async (body) => {
      const s = JSON.stringify({ jsonrpc: '2.0', id: m.id, ...body });
      await writeOut(s);
      trace({ ev: 'answered', id: m.id, method: m.method, bytes: s.length });
    };
    try {
      if (m.method === 'initialize') {
        if (onInitialize && (await onInitialize(m)) === 'no-answer') return;
        return await answer({
          result: {
            protocolVersion: m.params?.protocolVersion ?? '2025-11-25',
            capabilities,
            serverInfo: { name, version: '1.0.0' },
            ...(instructions && { instructions }),
          },
        });
      }
      if (m.method === 'ping' || m.method === 'logging/setLevel') return await answer({ result: {} });
      const h = handlers[m.method];
      if (!h) return await answer({ error: { code: -32601, message: `Method not found: ${m.method}` } });
      const result = await h(m.params ?? {}, m);
      if (result !== undefined) await answer({ result });
    } catch (e) {
      await answer({ error: { code: e.code ?? -32603, message: e.message, ...(e.data && { data: e.data }) } });
    }
  }
}
