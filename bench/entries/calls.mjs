/**
 * 300 tool calls one after the other: by hand, with the Client of the official SDK, and through the host, in one
 * process. Bundled by calls.mjs of the folder above, because Node 20 runs no TypeScript. Arguments: data folder, server,
 * name of its tool, arguments of a call, folder of the built entries. Prints `{rounds: [{figure, client, reference}]}`:
 * milliseconds, with the processor time of this process beside them.
 *
 * A call of the host goes from `core.run` of a session with its full recording (log on disk, exchanges, views,
 * published state, checks beside the log) until a reader of the state sees its end and its result is there. The link to
 * a page and the page's fetch of the text are no part of it, the loop by hand has neither; the texts are fetched and
 * looked at after each round.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { sessionHandlers } from '#host/handlers/session-handlers.ts';
import { createHostCore } from '#host/host-core.ts';

const CALLS = 300;
/** Both ways run compiled code after some rounds, so the median is that of warm ones. */
const ROUNDS = 41;
const NEWLINE = 10;
const ERA = '2026-07-28';
const [dataDir, server, tool, argumentText, builtFolder] = process.argv.slice(2);
const args = JSON.parse(argumentText);
const expected = args.text ?? 'pong';

/** A connection by hand: one call at a time over the pipes, nothing kept. */
function connectBare() {
  const child = spawn(process.execPath, [server], { stdio: ['pipe', 'pipe', 'ignore'] });
  let rest = Buffer.alloc(0);
  let id = 0;
  let answered;
  child.stdout.on('data', (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (let end = rest.indexOf(NEWLINE); end >= 0; end = rest.indexOf(NEWLINE)) {
      const message = JSON.parse(rest.toString('utf8', 0, end));
      rest = rest.subarray(end + 1);
      if (message.id === id) answered(message.result);
    }
  });
  const call = (method, given) =>
    new Promise((resolve) => {
      id += 1;
      answered = resolve;
      const params = typeof given === 'function' ? given(id) : given;
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    });
  return { call, close: () => child.kill() };
}

/** What the host declares: a server reads it in every request of the newest version. */
const capabilities = {
  roots: {},
  sampling: { tools: {} },
  elicitation: { form: {}, url: {} },
  extensions: { 'io.modelcontextprotocol/tasks': {} },
};
const clientInfo = { name: 'wirebench', title: 'Wirebench', version: '0.1.0' };
const envelope = {
  'io.modelcontextprotocol/protocolVersion': ERA,
  'io.modelcontextprotocol/clientInfo': clientInfo,
  'io.modelcontextprotocol/clientCapabilities': capabilities,
};

/** The SDK's Client, which keeps nothing either. */
async function connectClient() {
  const client = new Client(clientInfo, { capabilities, versionNegotiation: { mode: 'auto' } });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [server], stderr: 'ignore' }));
  return client;
}

/** A session of the real host: what a page can ask of it, without the link to the page. */
async function connectHost() {
  const quiet = () => undefined;
  const host = await createHostCore({
    dataDir,
    kind: 'headless',
    entries: { demo: join(builtFolder, 'demo.js'), check: join(builtFolder, 'check-worker.js') },
    log: { info: quiet, warn: quiet, error: quiet },
    shell: { name: 'browser', can: { openExternal: false, pickFolders: false, keychain: false }, openExternal: quiet },
  });
  const handlers = sessionHandlers(host);
  let wanted = quiet;
  const source = host.state.source(() => take());
  // Asked in a turn of its own, as a page's link does it.
  const told = Promise.resolve();
  const take = () =>
    void told.then(() => {
      for (const change of source.take(1000)) wanted(change);
    });
  const until = (find) =>
    new Promise((resolve) => {
      wanted = (change) => {
        if (change.op === 'put' && find(change)) resolve(change.value);
      };
    });
  const endpoint = { kind: 'stdio', command: process.execPath, args: [server], env: {} };
  const timeouts = { connectMs: 30_000, requestMs: 30_000 };
  const ready = until(({ topic, value }) => topic === 'session' && value.state.at === 'ready');
  const { sessionId } = await handlers['session.startWith']({ config: { endpoint, timeouts }, secrets: {} });
  take();
  await ready;
  const session = host.sessions.get(sessionId);
  const { core } = session;
  const call = async (name, args) => {
    const operationId = core.run('tools.call', { name, args });
    const { status } = await until(({ id, value }) => id === operationId && value.endedAt !== undefined);
    if (status !== 'done') throw new Error(`the call ended as ${status}`);
    const place = core.resultOf(operationId);
    if (place?.seq === undefined) throw new Error('the call has no result');
    return { operationId, seq: place.seq };
  };
  /** What is not in the file yet is written, so that recording is part of the time. */
  const flush = () => session.log.flush();
  /** The text of a result, read from the log as a page does it. */
  const resultOf = async ({ operationId }) =>
    JSON.parse((await handlers['operation.result']({ operationId, bytes: 1_000_000 })).text);
  /** The text of the last request that was sent. */
  const lastSent = async () => {
    const { log } = session;
    const seqs = Array.from({ length: 10 }, (_, back) => log.lastSeq - back);
    return (await log.records(seqs)).find((record) => record?.k === 'frame' && record.dir === 'out').text;
  };
  return { call, resultOf, lastSent, flush, close: () => host.close() };
}

function look({ content }) {
  if (content[0].text !== expected) throw new Error('another answer came');
}

/** Milliseconds of wall clock and of processor time for all calls, and what they gave. */
async function timeCalls(call, end = () => undefined) {
  const before = process.cpuUsage();
  const started = performance.now();
  const given = [];
  for (let n = 0; n < CALLS; n += 1) given.push(await call());
  end();
  const took = performance.now() - started;
  const { user, system } = process.cpuUsage(before);
  return { took, processor: (user + system) / 1000, given };
}

/** The greeting of the host: the newest version, or what the server speaks. Gives what stamps a request as the host does. */
async function greet(bare) {
  const found = await bare.call('server/discover', { _meta: envelope });
  if (!found) await bare.call('initialize', { protocolVersion: '2025-11-25', capabilities, clientInfo });
  const meta = found ? envelope : {};
  return (params, id) => ({ ...params, _meta: { ...meta, progressToken: id } });
}

/** All send the same bytes, so that the server has the same work for each. */
async function sameAsHost(host, stamped) {
  await host.call(tool, args);
  const sent = await host.lastSent();
  const { id } = JSON.parse(sent);
  const params = stamped({ name: tool, arguments: args }, id);
  const own = JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params });
  if (own !== sent) throw new Error(`the host sends ${sent}, the loop by hand ${own}`);
}

const bare = connectBare();
const stamped = await greet(bare);
const client = await connectClient();
const host = await connectHost();
await sameAsHost(host, stamped);
const rounds = [];
for (let round = 0; round < ROUNDS; round += 1) {
  const byHand = await timeCalls(() => bare.call('tools/call', (id) => stamped({ name: tool, arguments: args }, id)));
  const bySdk = await timeCalls(() => client.callTool({ name: tool, arguments: args }));
  const recorded = await timeCalls(() => host.call(tool, args), host.flush);
  for (const result of [...byHand.given, ...bySdk.given]) look(result);
  for (const place of recorded.given) look(await host.resultOf(place));
  if (new Set(recorded.given.map(({ seq }) => seq)).size !== CALLS) throw new Error('two calls have one result');
  rounds.push({
    reference: byHand.took,
    client: bySdk.took,
    figure: recorded.took,
    processor: { reference: byHand.processor, figure: recorded.processor },
  });
}
bare.close();
await client.close();
await host.close();
process.stdout.write(`${JSON.stringify({ rounds })}\n`);
