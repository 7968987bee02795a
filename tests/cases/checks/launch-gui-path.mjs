import { execFileSync } from 'node:child_process';
export default async (t) => {
  const home = `${t.dir}/files/gui-path/home`,
    env = { HOME: home, PATH: '/usr/bin:/bin', CASE_NODE: process.execPath };
  const miss = t.spawn({ command: 'case-tool-launcher', env: { ...env, PATH: '/usr/bin:/bin' } });
  t.eq((await miss.gone())?.error?.code, 'ENOENT', 'not found with the minimal PATH');
  const path = execFileSync('/bin/bash', ['-lc', 'printf %s "$PATH"'], { env }).toString();
  t.ok(path.includes('gui-path/home/../bin'), 'the login shell adds the folder');
  const p = t.spawn({ command: 'case-tool-launcher', env: { ...env, PATH: path } });
  t.ok((await p.init())?.result, 'connects with the login PATH');
};
