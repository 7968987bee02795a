export default async (t) => {
  const cfg = JSON.parse(
    t.file('files/config/launch-enoent.json').toString().replaceAll('__CASES__', t.dir),
  ).mcpServers;
  for (const [k, want] of [
    ['no-such-binary', 'ENOENT'],
    ['no-such-absolute', 'ENOENT'],
    ['not-executable', 'EACCES'],
  ]) {
    const p = t.spawn(cfg[k]);
    const r = await p.gone();
    t.eq(r?.error?.code, want, k);
  }
  const g = t.spawn(cfg['good-neighbour']);
  t.ok((await g.init())?.result, 'the neighbour answers initialize');
};
