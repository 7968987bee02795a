export default async (t) => {
  const p = t.stdio();
  await p.init();
  const l = (await p.req('tools/list')).result.tools;
  t.eq(l.filter((x) => x.name === 'duplicate_tool').length, 2, 'duplicates');
  t.ok(JSON.stringify(l[1].inputSchema) !== JSON.stringify(l[3].inputSchema), 'different schemas');
};
