export default async (t) => {
  const p = t.stdio();
  await p.init();
  let c,
    n = 0,
    bytes = 0;
  do {
    const r = await p.req('tools/list', c ? { cursor: c } : {}, 8000);
    n += r.result.tools.length;
    bytes += JSON.stringify(r).length;
    c = r.result.nextCursor;
  } while (c);
  t.eq(n, 2000, 'two thousand');
  t.ok(bytes > 3e6, `${bytes} bytes`);
};
