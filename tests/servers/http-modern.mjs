// Modern Streamable HTTP: every request is its own exchange, its headers must agree with its body.
import { empty, json, startSse, writeEvent } from './http-kit.mjs';
import { errorAnswer, RpcError } from './kit.mjs';
import { key, modernPeer } from './modern-peer.mjs';

const STATUS = { [-32601]: 404, [-32020]: 400, [-32021]: 400, [-32022]: 400 };
const NAMED_BY = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
  'tasks/get': 'taskId',
  'tasks/update': 'taskId',
  'tasks/cancel': 'taskId',
};

/** The handlers by HTTP method; see http.mjs for the options. */
export function modernHttp({ answer, pageSize }) {
  const peer = modernPeer({ pageSize });

  async function post(req, res, message) {
    if (message.id === undefined || message.method === undefined) return empty(res, 202);
    const mismatch = headerMismatch(req.headers, message);
    if (mismatch) return json(res, 400, errorAnswer(message.id, new RpcError(-32020, mismatch)));
    const stop = new AbortController();
    res.on('close', () => stop.abort());
    const streaming = answer === 'sse' || message.method === 'subscriptions/listen';
    await peer.receive(message, (m) => sendOn(res, m, streaming), stop);
    if (!res.writableEnded) res.end();
  }

  return { POST: post };
}

// Errors that a status code stands for are plain JSON; a JSON answer has no room for notifications.
function sendOn(res, message, streaming) {
  const status = message.error && !res.headersSent ? statusOf(message.error) : 200;
  if (status !== 200) return json(res, status, message);
  if (!streaming) {
    if (message.method === undefined) json(res, 200, message);
    return;
  }
  if (!res.headersSent) startSse(res);
  writeEvent(res, { event: 'message', data: JSON.stringify(message) });
}

function statusOf(error) {
  return error.message.startsWith('Missing _meta') ? 400 : (STATUS[error.code] ?? 200);
}

/** Says which header is missing or disagrees with the body, or undefined. */
function headerMismatch(headers, { method, params = {} }) {
  // The old handshake has no such headers; its answer is the error that names our version.
  if (method === 'initialize') return undefined;
  const named = NAMED_BY[method];
  const wanted = {
    'MCP-Protocol-Version': params._meta?.[key('protocolVersion')],
    'Mcp-Method': method,
    ...(named && { 'Mcp-Name': params[named] }),
    ...(params.name === 'region' && { 'Mcp-Param-Region': params.arguments?.region ?? undefined }),
  };
  for (const [name, value] of Object.entries(wanted)) {
    const sent = decode(headers[name.toLowerCase()]);
    if (sent === undefined && value !== undefined) return `Header ${name} is missing`;
    if (sent !== value) return `Header ${name} says ${sent}, the body says ${value}`;
  }
  return undefined;
}

function decode(value) {
  const encoded = /^=\?base64\?(.*)\?=$/.exec(value ?? '')?.[1];
  return encoded === undefined ? value : Buffer.from(encoded, 'base64').toString();
}
