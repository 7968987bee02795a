export default async (t) => {
  const p = t.stdio();
  await p.init();
  t.eq((await p.req('tools/list', { cursor: 'p2' })).result.nextCursor, '', 'empty cursor at the end');
  t.eq((await p.req('tools/list', { cursor: '' })).result.tools[0].name, 'a', 'empty cursor gives page one again');
};
