import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { cli, root, stressServer } from './lib/paths.mjs';
import { profileFlags, profileLines } from './lib/profile.mjs';
import { ratioRow } from './lib/table.mjs';

const BAR = 1.5;
const target = join(root, '.cache', 'bench');

async function bundle() {
  const { build } = await import('vite');
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: true,
      outDir: target,
      target: 'node20.19',
      rolldownOptions: { input: { calls: join(root, 'bench', 'entries', 'calls.mjs') }, output: { format: 'es' } },
    },
  });
}

const SERVERS = {
  sdk: { path: join(root, 'bench', 'servers', 'echo.mjs'), tool: 'echo', args: { text: 'x' } },
  bare: { path: stressServer, tool: 'ping_tool', args: {} },
};

function measure(server, dataDir, nodeFlags = []) {
  const entry = join(target, 'calls.js');
  const args = [...nodeFlags, entry, dataDir, server.path, server.tool, JSON.stringify(server.args), dirname(cli)];
  const out = execFileSync(process.execPath, args, { encoding: 'utf8' });
  return JSON.parse(out).rounds;
}

const bySdk = (rounds) => rounds.map(({ client, reference }) => ({ figure: client, reference }));

/**
 * 300 tool calls one after the other, recorded, against the same messages by hand: what a client declares in each
 * request of the newest version costs the server time, whoever sends it. The bar is for a server made with the
 * official SDK, newest version: the 2.3x of the SDK's Client that it is set beside were measured with one. A server
 * that answers without any work of its own shows the cost of a call alone.
 */
export async function benchCalls(freshDir) {
  await bundle();
  const rounds = measure(SERVERS.sdk, freshDir());
  const row = ratioRow('300 tool calls over stdio, recorded', rounds, BAR);
  const client = ratioRow("300 tool calls over stdio, the SDK's Client, nothing recorded", bySdk(rounds));
  const quick = measure(SERVERS.bare, freshDir());
  const others = [
    ratioRow('300 tool calls, a server that does no work, recorded', quick),
    ratioRow("300 tool calls, a server that does no work, the SDK's Client", bySdk(quick)),
  ];
  if (row.ok === 'no') {
    const folder = freshDir();
    measure(SERVERS.sdk, freshDir(), profileFlags(folder));
    row.profile = profileLines(folder);
  }
  return [row, client, ...others];
}
