export default async (t) => {
  const p = t.stdio();
  await p.init();
  let c,
    names = [];
  for (let i = 0; i < 50; i++) {
    const r = (await p.req('tools/list', c ? { cursor: c } : {})).result;
    names.push(...r.tools.map((x) => x.name));
    c = r.nextCursor;
  }
  t.eq(new Set(names).size, 1000, '1000 distinct tools in 50 pages');
  t.eq(c, '50', 'and still a cursor');
};
