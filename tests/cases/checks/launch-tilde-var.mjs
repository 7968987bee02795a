export default async (t) => {
  const c = JSON.parse(t.file('files/config/launch-tilde-var.json').toString().replaceAll('__CASES__', t.dir))
    .mcpServers.expand;
  const p = t.spawn({ args: c.args, env: { ...c.env, CASE_TOKEN: 'tok-123' } });
  await p.init();
  const s = (await p.call('seen')).result.structuredContent;
  t.eq(s.args.slice(0, 2), ['~/notes', `\${CASE_TOKEN}`], 'a plain spawn leaves the references in place');
  t.eq(s.env.TOKEN, `\${CASE_TOKEN}`, 'env too');
};
