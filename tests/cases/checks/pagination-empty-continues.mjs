export default async (t) => {
  const p = t.stdio();
  await p.init();
  t.eq(
    (await p.req('tools/list', {})).result,
    { tools: [(await p.req('tools/list', {})).result.tools[0]], nextCursor: '' },
    'page one',
  );
  t.eq(
    (await p.req('tools/list', { cursor: '' })).result.tools.map((x) => x.name),
    ['second'],
    'page two',
  );
};
