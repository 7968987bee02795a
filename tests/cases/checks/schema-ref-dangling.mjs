export default async (t) => {
  const p = t.stdio();
  await p.init();
  const l = (await p.req('tools/list')).result.tools;
  t.eq(
    l.map((x) => x.name),
    ['good', 'dangling-in', 'dangling-out', 'remote', 'external'],
    'list',
  );
  t.ok(!l[2].outputSchema.$defs, 'no $defs');
  t.eq((await p.call('dangling-out')).result.structuredContent.id, 1, 'call');
};
