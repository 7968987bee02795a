import { makeZip } from '../unit/bundles/make-zip.ts';

/** A server of the older era in one file: its one tool says what it was started with. */
const SERVER = `
import { createInterface } from 'node:readline';
const started = JSON.stringify({ args: process.argv.slice(2), key: process.env.BUNDLE_KEY ?? null, cwd: process.cwd() });
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
const ANSWERS = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'bundled', version: '1' } }),
  'tools/list': () => ({ tools: [{ name: 'started', inputSchema: { type: 'object' } }] }),
  'tools/call': () => ({ content: [{ type: 'text', text: started }] }),
  ping: () => ({}),
};
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const answer = ANSWERS[method];
  if (answer) send({ id, result: answer(params) });
  else send({ id, error: { code: -32601, message: 'Method not found' } });
});
`;

const ref = (inner: string): string => `\${${inner}}`;

/** The bytes of a bundle with a real server that asks for folders and a key. */
export function serverBundle(): Buffer {
  const manifest = {
    manifest_version: '0.3',
    name: 'bundled',
    version: '1.0.0',
    description: 'Says how it was started',
    author: { name: 'Ada' },
    server: {
      type: 'node',
      entry_point: 'server/index.mjs',
      mcp_config: {
        command: 'node',
        args: [
          `${ref('__dirname')}/server/index.mjs`,
          ref('user_config.folders'),
          `--level=${ref('user_config.level')}`,
        ],
        env: { BUNDLE_KEY: ref('user_config.key') },
      },
    },
    tools: [{ name: 'started' }],
    user_config: {
      folders: { type: 'directory', title: 'Folders', multiple: true, required: true },
      level: { type: 'number', title: 'Level', default: 3 },
      key: { type: 'string', title: 'Key', sensitive: true, required: true },
    },
  };
  return makeZip([
    { path: 'manifest.json', content: JSON.stringify(manifest) },
    { path: 'server/', mode: 0o040755 },
    { path: 'server/index.mjs', content: SERVER },
  ]);
}
