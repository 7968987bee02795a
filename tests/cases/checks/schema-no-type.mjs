export default async (t) => {
  const p = t.stdio();
  await p.init();
  const l = (await p.req('tools/list')).result.tools;
  t.eq(l.length, 9, 'nine');
  t.eq(l[2].inputSchema.properties.any, true, 'boolean schema');
  for (const x of l) t.ok((await p.call(x.name, { a: 1 })).result, x.name);
};
