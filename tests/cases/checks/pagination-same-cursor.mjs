export default async (t) => {
  const p = t.stdio();
  await p.init();
  const a = (await p.req('tools/list')).result,
    b = (await p.req('tools/list', { cursor: a.nextCursor })).result;
  t.eq(a, b, 'same page, same cursor');
  t.eq((await p.req('resources/list', { cursor: 'one' })).result.nextCursor, 'two', 'cycle');
  t.eq((await p.req('resources/list', { cursor: 'two' })).result.nextCursor, 'one', 'cycle back');
};
