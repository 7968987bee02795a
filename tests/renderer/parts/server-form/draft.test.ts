import { expect, test } from 'vitest';
import type { SettingValue } from '#shared/config.ts';
import { looksSecret } from '../../../../src/renderer/parts/looks-secret.ts';
import {
  type Draft,
  draftsOf,
  endpointOf,
  freeName,
  jsonOf,
  withKept,
} from '../../../../src/renderer/parts/server-form/draft.ts';
import { draftProblems, isWrong } from '../../../../src/renderer/parts/server-form/draft-problems.ts';
import { http, server, stdio } from '../../support/samples.ts';

const one = (over: Partial<Draft> = {}): Draft => {
  const [made] = draftsOf(
    [{ name: 'files', endpoint: stdio({ env: { A: '1', T: { secret: 'x/T' } } }), warnings: [] }],
    { taken: new Set() },
  );
  if (!made) throw new Error('no draft');
  return { ...made, ...over };
};

test('names that are in use get a number, also within one text', () => {
  expect(freeName('files', new Set(['files', 'files 2']))).toBe('files 3');
  const candidate = { name: 'files', endpoint: stdio(), warnings: [] };
  expect(draftsOf([candidate, candidate], { taken: new Set(['files']) }).map((draft) => draft.name)).toEqual([
    'files 2',
    'files 3',
  ]);
});

test('settings become rows and come back unchanged, rows without a name are dropped', () => {
  const draft = one();
  expect(endpointOf(draft)).toEqual(draft.endpoint);
  const rows = [...draft.rows, { key: 'new', name: '  ', value: 'lost' }, { key: 'b', name: ' B ', value: '2' }];
  expect(endpointOf({ ...draft, rows })).toMatchObject({ env: { A: '1', T: { secret: 'x/T' }, B: '2' } });
  const headers = [{ name: 'X-Key', value: 'k' }];
  const [remote] = draftsOf([{ name: 'r', endpoint: http({ headers }), warnings: [] }], { taken: new Set() });
  expect(remote && endpointOf(remote)).toMatchObject({ headers });
});

test('what has to be changed before saving', () => {
  expect(isWrong(draftProblems(one(), new Set(['other'])))).toBe(false);
  expect(draftProblems(one({ name: ' ' }), new Set()).name).toBe('Enter a name.');
  expect(draftProblems(one(), new Set(['files'])).name).toContain('Another server is called files');
  expect(draftProblems(one({ endpoint: stdio({ command: ' ' }) }), new Set()).program).toBeDefined();
  for (const url of ['example.com', 'ftp://x', '']) {
    expect(draftProblems(one({ endpoint: http({ url }) }), new Set()).address).toBeDefined();
  }
});

test('secrets are told by their name or by their form', () => {
  const secret = (name: string, value = 'v') => looksSecret({ name, value });
  expect(['GITHUB_TOKEN', 'api_key', 'API-KEY', 'DB_PASSWORD', 'Authorization'].every((name) => secret(name))).toBe(
    true,
  );
  expect(['LOG_LEVEL', 'PATH', 'NODE_ENV', 'KEYBOARD'].some((name) => secret(name))).toBe(false);
  expect(secret('X', 'ghp_abcdefghijklmnop1234')).toBe(true);
});

test('the JSON form leaves references to secrets out', () => {
  expect(JSON.parse(jsonOf([one()]))).toEqual({
    mcpServers: { files: { command: '/usr/bin/node', args: ['server.js'], env: { A: '1' } } },
  });
});

test('a draft that goes through its JSON keeps secrets, protocol and inheritance', () => {
  const before = { ...one(), era: 'legacy' as const, endpoint: stdio({ inherit: 'all' }) };
  const [read] = draftsOf([{ name: 'files', endpoint: stdio({ env: { A: '2' } }), warnings: [] }], {
    taken: new Set(),
  });
  if (!read) throw new Error('no draft');
  const kept = withKept(read, [before]);
  expect(kept.era).toBe('legacy');
  expect(endpointOf(kept)).toMatchObject({ inherit: 'all', env: { A: '2', T: { secret: 'x/T' } } });
  expect(withKept(read, [{ ...before, name: 'other' }])).toEqual(read);
});

test('two accounts of one server are two servers, one that only lacks a setting is not', () => {
  const present = (mine: Record<string, SettingValue>, found: Record<string, SettingValue>) => {
    const candidates = [{ name: 'other', endpoint: stdio({ env: found }), warnings: [] }];
    const servers = [server({ name: 'mine', endpoint: stdio({ env: mine }) }).config];
    return draftsOf(candidates, { taken: new Set(), servers })[0]?.present;
  };
  expect(present({ URL: 'prod' }, { URL: 'dev' })).toBeUndefined();
  expect(present({ A: '1' }, { B: '1' })).toBeUndefined();
  expect(present({ KEY: { secret: 'x/KEY' } }, { KEY: 'plain' })).toBe('mine');
  expect(present({ A: '1', B: '2' }, { A: '1' })).toBe('mine');
  expect(present({}, { A: '1' })).toBe('mine');
});
