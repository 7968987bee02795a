export default async (t) => {
  const p = t.stdio();
  await p.init();
  const s = (await p.req('tools/list')).result.tools[0].inputSchema;
  t.eq(Object.keys(s.properties).length, 10, 'ten fields');
  t.eq(
    (await p.call('nullable', { mode: null, count: 0 })).result.structuredContent.keys,
    ['mode', 'count'],
    'absent and null are told apart',
  );
};
