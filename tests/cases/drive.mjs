// Minimal raw JSON-RPC driver. It runs each case's server and checks that the case really does what it says.
// Usage: node drive.mjs [--kind=<kind>] [--json=<out>] [id ...]   (no id: all cases)
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { alive, INIT, sleep, VERSION } from './drive-common.mjs';
import { Http } from './drive-http.mjs';
import { Proc } from './drive-stdio.mjs';

const DIR = dirname(fileURLToPath(import.meta.url));

const jsonLines = (path) =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((l) => JSON.parse(l));

// What a check gets: ways to start its server, and ways to state what must hold.
function kit(c, tmp) {
  const procs = [],
    fails = [],
    notes = [],
    server = join(DIR, 'servers', `${c.id}.mjs`);
  let asserts = 0;
  const spawn = (o) => {
    const p = new Proc({ ...o, env: { MCP_CASE_MAX_MS: '60000', ...o.env } });
    procs.push(p);
    return p;
  };
  const http = async (o = {}) => {
    const p = spawn({ args: [server, '0', ...(o.args ?? [])], env: o.env });
    const port = () => /LISTENING (\d+)/.exec(String(p.junk.map(String)))?.[1];
    await p.until(port, 4000);
    if (!port()) throw new Error(`server did not listen: ${p.stderr.slice(0, 300)}`);
    const h = new Http(port(), o.scheme ?? 'http', o.host ?? '127.0.0.1');
    h.proc = p;
    return h;
  };
  const t = { case: c, id: c.id, dir: DIR, tmp, sleep, alive, VERSION, INIT, spawn, http };
  t.stdio = (o = {}) => spawn({ args: [server, ...(o.args ?? [])], env: o.env, cwd: o.cwd });
  t.ok = (v, label) => {
    asserts++;
    if (!v) fails.push(label);
    return v;
  };
  t.eq = (a, b, label) => {
    asserts++;
    const [got, want] = [JSON.stringify(a), JSON.stringify(b)];
    if (got !== want) fails.push(`${label}: got ${got?.slice(0, 200)}, want ${want?.slice(0, 200)}`);
  };
  t.note = (s) => notes.push(s);
  t.file = (p) => readFileSync(join(DIR, p));
  t.logLines = (p) => (existsSync(p) ? jsonLines(p) : []);
  const verdict = () => ({ pass: fails.length === 0 && asserts > 0, asserts, fails, notes });
  return { t, procs, fails, verdict };
}

export async function runCase(c) {
  const tmp = mkdtempSync(join(tmpdir(), 'case-'));
  const { t, procs, fails, verdict } = kit(c, tmp);
  const start = Date.now();
  try {
    const check = (await import(`./checks/${c.id}.mjs`)).default;
    await check(t);
  } catch (e) {
    fails.push(`threw: ${e?.stack?.split('\n').slice(0, 3).join(' / ')}`);
  }
  for (const p of procs) p.kill();
  rmSync(tmp, { recursive: true, force: true });
  return { id: c.id, ...verdict(), ms: Date.now() - start };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const opt = Object.fromEntries(
    process.argv
      .slice(2)
      .filter((a) => a.startsWith('--'))
      .map((a) => a.slice(2).split('='))
      .map(([k, v]) => [k, v ?? true]),
  );
  const ids = process.argv.slice(2).filter((a) => !a.startsWith('--'));
  const all = JSON.parse(readFileSync(join(DIR, 'cases.json'), 'utf8')).cases;
  const pick = all.filter((c) => (ids.length ? ids.includes(c.id) : true) && (!opt.kind || c.kind === opt.kind));
  const out = [];
  let bad = 0;
  for (const c of pick) {
    const r = await runCase(c);
    out.push(r);
    if (!r.pass) bad++;
    console.log(
      `${r.pass ? 'ok  ' : 'FAIL'} ${c.id} (${r.asserts} checks, ${r.ms} ms)${r.fails.length ? `\n     ${r.fails.join('\n     ')}` : ''}${r.notes.length ? `\n     note: ${r.notes.join('; ')}` : ''}`,
    );
  }
  if (opt.json) writeFileSync(opt.json, JSON.stringify(out, null, 1));
  console.log(`${pick.length - bad}/${pick.length} cases verified`);
  process.exit(bad ? 1 : 0);
}
