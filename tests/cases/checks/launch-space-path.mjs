export default async (t) => {
  const c = JSON.parse(t.file('files/config/launch-space-path.json').toString().replaceAll('__CASES__', t.dir))
    .mcpServers.spaced;
  const p = t.spawn({ ...c, env: { CASE_NODE: process.execPath } });
  await p.init();
  t.eq(JSON.parse((await p.call('argv')).result.content[0].text), c.args, 'arguments arrive whole');
};
