// A raw stdio client: a child process whose lines are kept as messages or as junk.
import { spawn } from 'node:child_process';
import { INIT, sleep } from './drive-common.mjs';

export class Proc {
  constructor({ command = process.execPath, args = [], env = {}, cwd = import.meta.dirname }) {
    this.chunks = [];
    this.messages = [];
    this.raws = [];
    this.junk = [];
    this.stderr = '';
    this.n = 0;
    this.parts = [];
    this.child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: 'pipe' });
    this.exited = new Promise((r) => {
      this.child.once('error', (error) => {
        this.spawnError = error;
        r({ error });
      });
      this.child.once('exit', (code, signal) => r({ code, signal }));
    });
    this.child.stdin.on('error', (e) => {
      this.stdinError = e;
    });
    this.child.stderr.on('data', (d) => {
      if (this.stderr.length < 4e6) this.stderr += d;
      this.stderrBytes = (this.stderrBytes ?? 0) + d.length;
    });
    this.child.stdout.on('data', (d) => {
      this.chunks.push(d.length);
      this.total = (this.total ?? 0) + d.length;
      let from = 0;
      for (let i = d.indexOf(10); i >= 0; i = d.indexOf(10, from)) {
        this.line(Buffer.concat([...this.parts, d.subarray(from, i)]));
        this.parts = [];
        from = i + 1;
      }
      if (from < d.length) this.parts.push(d.subarray(from));
    });
  }
  get rest() {
    return Buffer.concat(this.parts);
  }
  line(b) {
    this.lastLine = b;
    let m;
    try {
      m = JSON.parse(b.toString().replace(/^\uFEFF/, ''));
    } catch {
      this.junk.push(b);
      return;
    }
    if (m && typeof m === 'object' && (m.jsonrpc || Array.isArray(m))) {
      this.messages.push(m);
      this.raws.push(b);
    } else this.junk.push(b);
    this.onMessage?.(m);
  }
  write(x) {
    this.child.stdin.write(x);
  }
  send(m) {
    this.write(`${JSON.stringify(m)}\n`);
  }
  note(method, params) {
    this.send({ jsonrpc: '2.0', method, ...(params && { params }) });
  }
  async wait(pred, ms = 5000) {
    const end = Date.now() + ms;
    for (;;) {
      const m = this.messages.find(pred);
      if (m) return m;
      if (Date.now() > end) return undefined;
      await sleep(5);
    }
  }
  async until(f, ms = 8000) {
    const end = Date.now() + ms;
    while (Date.now() < end) {
      if (f()) return true;
      await sleep(10);
    }
    return false;
  }
  req(method, params, ms) {
    const id = ++this.n;
    this.send({ jsonrpc: '2.0', id, method, ...(params && { params }) });
    return this.wait((m) => m.id === id && m.method === undefined, ms);
  }
  call(name, args = {}, ms, meta) {
    return this.req('tools/call', { name, arguments: args, ...(meta && { _meta: meta }) }, ms);
  }
  async init(ms, over) {
    const r = await this.req('initialize', { ...INIT, ...over }, ms);
    this.note('notifications/initialized');
    return r;
  }
  async gone(ms = 15000) {
    return Promise.race([this.exited, sleep(ms).then(() => undefined)]);
  }
  end() {
    this.child.stdin.end();
  }
  kill(sig = 'SIGKILL') {
    try {
      this.child.kill(sig);
    } catch {}
  }
}
