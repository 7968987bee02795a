export default async (t) => {
  const p = t.stdio();
  await p.init();
  const l = (await p.req('tools/list')).result.tools;
  t.eq(l.length, 5, 'five tools');
  t.eq(l[0].inputSchema.$defs.Node.properties.children.items.$ref, '#/$defs/Node', 'self reference');
  t.eq(
    (await p.call('tree', { root: { name: 'a', children: [{ name: 'b' }, { name: 'c', children: [{ name: 'd' }] }] } }))
      .result.structuredContent.count,
    4,
    'counts 4',
  );
};
