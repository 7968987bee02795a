export default async (t) => {
  const p = t.stdio();
  await p.init();
  const r = await p.req('tools/list');
  t.eq(r.result.tools.length, 3, 'three tools');
  const k = Object.keys(r.result.tools[0].inputSchema.properties);
  t.eq(k.length, 18, 'eighteen own keys');
  t.ok(k.includes('__proto__') && k.includes(''), 'hostile ones');
};
