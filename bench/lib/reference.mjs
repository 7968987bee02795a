import { spawn } from 'node:child_process';
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { stressServer } from './paths.mjs';

const BATCH = 256 * 1024;
const NEWLINE = 10;

/** How a reference greets a server. */
export const HELLO = {
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'reference', version: '1' } },
};

/** What every reference does: splits into lines, parses where asked, adds number and time, appends to a file in batches: nothing else. */
export function createReader(file, parse) {
  const fd = openSync(file, 'w');
  let rest = Buffer.alloc(0);
  let batch = [];
  let size = 0;
  let seq = 0;
  const flush = () => {
    if (batch.length > 0) writeSync(fd, batch.join(''));
    batch = [];
    size = 0;
  };
  const line = (text, onLine) => {
    seq += 1;
    const message = parse ? JSON.parse(text) : undefined;
    const row = `${JSON.stringify({ seq, t: Date.now() * 1000, text })}\n`;
    batch.push(row);
    size += row.length;
    if (size >= BATCH) flush();
    onLine(text, message);
  };
  return {
    feed(chunk, onLine) {
      const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      let from = 0;
      for (let end = bytes.indexOf(NEWLINE, from); end >= 0; end = bytes.indexOf(NEWLINE, from)) {
        line(bytes.toString('utf8', from, end), onLine);
        from = end + 1;
      }
      rest = bytes.subarray(from);
    },
    close() {
      flush();
      closeSync(fd);
      return seq;
    },
  };
}

/** Milliseconds that a bare reader needs for one large answer of the stress server: its bytes go to a file as they come, nothing is parsed. */
export function timeAnswer({ tool, args, dir }) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [stressServer], { stdio: ['pipe', 'pipe', 'ignore'] });
    const fd = openSync(join(dir, 'reference-answer.jsonl'), 'w');
    const send = (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    let started;
    child.stdout.on('data', (chunk) => {
      writeSync(fd, chunk);
      if (chunk.at(-1) !== NEWLINE) return;
      if (started === undefined) {
        started = performance.now();
        send({ id: 2, method: 'tools/call', params: { name: tool, arguments: args } });
        return;
      }
      closeSync(fd);
      child.kill();
      resolve(performance.now() - started);
    });
    child.on('error', reject);
    send({ id: 1, ...HELLO });
  });
}

/**
 * Milliseconds, and seconds of the processor, that a bare reader needs for a call of the stress server, from the sent call to the last line in the file.
 * `stream` says on which stream the flood comes.
 */
export function timeReference({ tool, args, stream, dir }) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [stressServer], { stdio: ['pipe', 'pipe', 'pipe'] });
    const readers = {
      stdout: createReader(join(dir, 'reference-stdout.jsonl'), true),
      stderr: createReader(join(dir, 'reference-stderr.jsonl'), false),
    };
    let started = 0;
    let cpuBefore;
    const send = (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    const finish = () => {
      const lines = readers[stream].close();
      const ms = performance.now() - started;
      const { user, system } = process.cpuUsage(cpuBefore);
      readers[stream === 'stdout' ? 'stderr' : 'stdout'].close();
      child.kill();
      resolve({ ms, lines, cpu: (user + system) / 1e6 });
    };
    child.stdout.on('data', (chunk) =>
      readers.stdout.feed(chunk, (text, message) => {
        if (message.id === 1) {
          started = performance.now();
          cpuBefore = process.cpuUsage();
          send({ id: 2, method: 'tools/call', params: { name: tool, arguments: args } });
        } else if (stream === 'stdout' && text.includes('LAST')) setImmediate(finish);
      }),
    );
    child.stderr.on('data', (chunk) =>
      readers.stderr.feed(chunk, (text) => {
        if (stream === 'stderr' && text.endsWith('LAST')) setImmediate(finish);
      }),
    );
    child.on('error', reject);
    send({ id: 1, ...HELLO });
  });
}
