export default async (t) => {
  const p = t.stdio();
  await p.init();
  const r = await Promise.all([
    p.call('wait', { ms: 800 }),
    p.call('wait', { ms: 400 }),
    p.call('wait', { ms: 100 }),
    p.req('ping'),
  ]);
  t.eq(
    r.slice(0, 3).map((x) => x.result.content[0].text),
    ['waited 800', 'waited 400', 'waited 100'],
    'matched by id',
  );
  t.eq(
    p.messages.filter((m) => m.id > 1).map((m) => m.id),
    [5, 4, 3, 2],
    'reverse order',
  );
};
