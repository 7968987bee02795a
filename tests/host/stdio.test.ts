import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { TransportError } from '#core/ports.ts';
import { createStdioTransport } from '#host/transport/stdio.ts';
import { Events, launchContext, memoryBodies, type Opened, openNode } from './transport-harness.ts';

const opened: Opened[] = [];
async function open(...input: Parameters<typeof openNode>): Promise<Opened> {
  const one = await openNode(...input);
  opened.push(one);
  return one;
}
afterEach(async () => {
  for (const { transport } of opened.splice(0)) {
    const closing = transport.close(() => undefined);
    transport.hurry();
    transport.hurry();
    await closing;
  }
});

const script = (code: string): string[] => ['-e', code];
const frame = (text: string) => ({ ch: 'stdio', text, headers: [] });
const ECHO = `process.stdin.pipe(process.stdout)`;

describe('lines both ways', () => {
  test('what is sent arrives as one exact line each, in order (STD-01)', async () => {
    const { transport, events } = await open(script(ECHO));
    const texts = ['{"a":"line\\nbreak"}', '{"b":"\u{1f600} \u2028 é"}', '  {"padded":true}  ', '{}'];
    await Promise.all(texts.map((text) => transport.send(frame(text))));
    await events.until(() => events.messages.length === texts.length);
    expect(events.messages).toEqual(texts.map((text) => ({ text })));
  });

  test('a request that waits for its reader is noted with the time that its writing took', async () => {
    const { transport, events } = await open(script(`setTimeout(() => ${ECHO}, 200)`));
    const request = { id: 7, method: 'tools/call' };
    await transport.send({ ...frame(JSON.stringify({ text: 'x'.repeat(1_000_000) })), request });
    const notes = events.notes.filter(({ what }) => what === 'request.written');
    expect(notes).toEqual([expect.objectContaining({ level: 'debug', data: { id: 7, us: expect.any(Number) } })]);
    expect(notes[0]?.text).toMatch(/^Writing tools\/call took .+ until the program had taken all of it\.$/);
  });

  test('a drip of single bytes, an emoji cut in two, CRLF and a byte order mark stay exact', async () => {
    const code = `
      const all = Buffer.from('\\uFEFF{"n":1}\\r\\n{"e":"\u{1f600}"}\\n\\n{"last":true}\\n');
      let at = 0;
      const next = () => { if (at < all.length) process.stdout.write(all.subarray(at, ++at), () => setImmediate(next)); };
      next();`;
    const { events } = await open(script(code));
    await events.until(() => events.end !== undefined);
    expect(events.texts()).toEqual(['\uFEFF{"n":1}\r', '{"e":"\u{1f600}"}', '', '{"last":true}']);
    expect(events.messages.every((payload) => payload.b64 === undefined && payload.open === undefined)).toBe(true);
  });

  test('bytes that are not UTF-8 are kept exactly beside a readable text', async () => {
    const { events } = await open(
      script(`process.stdout.write(Buffer.from([0x22, 0xff, 0xfe, 0x22, 0x0a, 0x31, 0x0a]))`),
    );
    await events.until(() => events.end !== undefined);
    expect(events.messages).toEqual([{ text: '"\ufffd\ufffd"', b64: 'Iv/+Ig==' }, { text: '1' }]);
  });

  test('a last line without newline is delivered before the end, marked open', async () => {
    const { events } = await open(script(`process.stdout.write('{"id":1}\\n{"id":2}')`));
    await events.until(() => events.end !== undefined);
    expect(events.messages).toEqual([{ text: '{"id":1}' }, { text: '{"id":2}', open: true }]);
    expect(events.end).toEqual({ reason: 'exited', exit: { code: 0, signal: null } });
    expect(events.order.at(-1)).toBe('closed');
  });

  test('a line of 40 MB goes to a body and stays exact, and the session lives on', async () => {
    const code = `
      const line = JSON.stringify({ text: 'ab€'.repeat(8 * 1024 * 1024) });
      process.stdout.write(line + '\\n{"next":1}\\n');
      process.stdin.resume();`;
    const { events, bodies } = await open(script(code));
    await events.until(() => events.messages.length === 2);
    const [huge, next] = events.messages;
    expect(next).toEqual({ text: '{"next":1}' });
    expect(huge?.text.length).toBe(3 * 8 * 1024 * 1024 + '{"text":""}'.length);
    expect(huge?.text.slice(-8)).toBe('€ab€ab€"}'.slice(-8));
    expect(bodies.bodies[0]?.toString('utf8')).toBe(huge?.text);
    expect(huge?.body?.bytes).toBe(bodies.bodies[0]?.length);
  });

  test('a line over the limit is cut with a note and the next one arrives (STD-17)', async () => {
    const code = `process.stdout.write('x'.repeat(5000) + '\\n{"next":1}\\n'); process.stdin.resume();`;
    const { events } = await open(script(code), { maxLineBytes: 2048 });
    await events.until(() => events.messages.length === 2);
    expect(events.messages).toEqual([{ text: 'x'.repeat(2048), open: true }, { text: '{"next":1}' }]);
    const [cut, end, ...others] = events.notes.filter((note) => note.what.startsWith('line-'));
    expect(cut).toMatchObject({ what: 'line-cut', text: expect.stringContaining('longer than 2 KB') });
    expect(end).toMatchObject({ what: 'line-cut-end', text: expect.stringContaining('2.9 KB of it were dropped') });
    expect(others).toEqual([]);
  });
});

describe('stderr', () => {
  test('is captured line by line without harm to the session (STD-04)', async () => {
    const { transport, events } = await open(script(`process.stderr.write('one\\r\\ntwo\\n'); ${ECHO}`));
    await transport.send(frame('{}'));
    await events.until(() => events.errors.length === 2 && events.messages.length === 1);
    expect(events.errors).toEqual([{ text: 'one\r' }, { text: 'two' }]);
  });

  test('a progress bar without newline is shown while it runs, byte for byte', async () => {
    const code = `process.stderr.write('10%\\r20%\\r30%'); process.stdin.resume();`;
    const { events } = await open(script(code));
    await events.until(() => events.errors.length === 3);
    expect(events.errors).toEqual([
      { text: '10%\r', open: true },
      { text: '20%\r', open: true },
      { text: '30%', open: true },
    ]);
    expect(events.end).toBeUndefined();
  });
});

describe('writing', () => {
  test('a server that closes its input ends the session as lost, and sends fail with words', async () => {
    const { transport, events } = await open(
      script(`require('fs').closeSync(0); process.stdout.write('closed\\n'); setInterval(() => {}, 1000);`),
    );
    await events.until(() => events.messages.length === 1);
    const outcomes = await Promise.allSettled([
      transport.send(frame('1')),
      transport.send(frame('2'.repeat(1_000_000))),
    ]);
    expect(outcomes.map((outcome) => outcome.status)).toContain('rejected');
    const fault = outcomes.find((outcome) => outcome.status === 'rejected')?.reason;
    expect(fault).toBeInstanceOf(TransportError);
    expect(fault.failure.title).toBe('The server closed its input');
    await events.until(() => events.end !== undefined);
    expect(events.end?.reason).toBe('lost');
    await expect(transport.send(frame('3'))).rejects.toBeInstanceOf(TransportError);
  });

  test('a server that exits while we write crashes nothing, over and over', async () => {
    for (let round = 0; round < 5; round++) {
      const { transport, events } = await open(script(`process.stdin.once('data', () => process.exit(3))`));
      const sends = Array.from({ length: 50 }, () => transport.send(frame('x'.repeat(50_000))));
      const outcomes = await Promise.allSettled(sends);
      expect(outcomes.filter((o) => o.status === 'rejected').every((o) => o.reason instanceof TransportError)).toBe(
        true,
      );
      await events.until(() => events.end !== undefined);
      expect(events.end).toEqual({ reason: 'exited', exit: { code: 3, signal: null } });
    }
  });

  test('a server that does not read is not fed without bound', async () => {
    const { transport } = await open(script(`setInterval(() => {}, 1000)`));
    let done = 0;
    const sends = Array.from({ length: 40 }, () => transport.send(frame('x'.repeat(100_000))).then(() => done++));
    for (const send of sends) send.catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(done).toBeLessThan(40);
    const closing = transport.close(() => undefined);
    transport.hurry();
    transport.hurry();
    await closing;
    const outcomes = await Promise.allSettled(sends);
    expect(outcomes.some((outcome) => outcome.status === 'rejected')).toBe(true);
  });
});

describe('starting', () => {
  async function failureOf(endpoint: {
    command: string;
    cwd?: string;
  }): Promise<{ rule: string; why: string; todo: string }> {
    const transport = createStdioTransport({
      server: { endpoint: { kind: 'stdio', args: [], env: {}, inherit: 'short', ...endpoint } },
      maxLineBytes: 1024,
      bodies: memoryBodies(),
      launch: launchContext(),
    });
    const events = new Events();
    const fault = await transport.open(events).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(fault).toBeInstanceOf(TransportError);
    expect(events.launch?.command[0]).toBe(endpoint.command);
    return (fault as TransportError).failure; // checked above
  }

  test('a missing program, a missing folder and a missing permission are told apart (STD-16)', async () => {
    const missing = await failureOf({ command: 'no-such-program-wb' });
    expect(missing).toMatchObject({
      rule: 'dx-enoent-none',
      title: '"no-such-program-wb" is not installed or has another name',
    });
    expect(missing.why).toContain('/usr/bin');
    const folder = await mkdtemp(join(tmpdir(), 'wirebench-stdio-'));
    const file = join(folder, 'server');
    await writeFile(file, '#!/bin/sh\n', { mode: 0o600 });
    expect(await failureOf({ command: file })).toMatchObject({ rule: 'dx-eacces', todo: `Run: chmod +x ${file}` });
    expect(await failureOf({ command: folder })).toMatchObject({ rule: 'dx-folder' });
    await writeFile(file, '#!/no/such/interpreter\n');
    await chmod(file, 0o700);
    expect(await failureOf({ command: file })).toMatchObject({ rule: 'dx-interpreter' });
    await rm(folder, { recursive: true });
  });

  test('a missing working folder is named', async () => {
    const transport = createStdioTransport({
      server: {
        endpoint: {
          kind: 'stdio',
          command: process.execPath,
          args: [],
          env: {},
          inherit: 'short',
          cwd: '/no/such/folder',
        },
      },
      maxLineBytes: 1024,
      bodies: memoryBodies(),
      launch: launchContext(),
    });
    await expect(transport.open(new Events())).rejects.toMatchObject({
      failure: { rule: 'dx-cwd', why: expect.stringContaining('"/no/such/folder"') },
    });
  });

  test('the child gets exactly the short list, what is set, and its secrets (STD-15)', async () => {
    const code = `process.stdout.write(JSON.stringify(process.env) + '\\n')`;
    const { events } = await open(script(code), { env: { PLAIN: 'a b', TOKEN: { secret: 'KNOWN' } } });
    await events.until(() => events.end !== undefined);
    const env = JSON.parse(events.texts()[0] ?? '{}') as Record<string, string>; // our own child wrote it
    expect(env.PLAIN).toBe('a b');
    expect(env.TOKEN).toBe('value-of-known');
    const allowed = /^(HOME|LOGNAME|PATH|SHELL|TERM|USER|LANG|LC_.*|TMPDIR|PLAIN|TOKEN)$/;
    expect(Object.keys(env).filter((name) => !allowed.test(name))).toEqual([]);
    const told = events.launch?.env ?? [];
    expect(told.find((entry) => entry.name === 'TOKEN')).toEqual({ name: 'TOKEN', source: 'secret' });
    expect(JSON.stringify(events.launch)).not.toContain('value-of-known');
  });

  test('arguments arrive unchanged: spaces, quotes, emptiness and shell signs', async () => {
    const args = ['', ' padded ', `it's "quoted"`, '$HOME `id` ; * | >', '\n', 'ä€\u{1f600}'];
    const { events } = await open([
      ...script(`process.stdout.write(JSON.stringify(process.argv.slice(1)))`),
      '--',
      ...args,
    ]);
    await events.until(() => events.end !== undefined);
    expect(JSON.parse(events.texts()[0] ?? '')).toEqual(args);
  });
});
