export default async (t) => {
  const f = `${t.tmp}/lock`,
    p = t.stdio({ args: [f] });
  await p.init();
  const q = t.stdio({ args: [f] });
  t.eq((await q.gone())?.code, 1, 'too early');
  t.ok(await q.until(() => q.stderr.includes('locked by process')), 'reason');
  const t0 = Date.now();
  p.end();
  t.eq((await p.gone())?.code, 0, 'the old one ends');
  t.ok(Date.now() - t0 > 500, 'but not at once');
  const r = t.stdio({ args: [f] });
  t.ok((await r.init())?.result, 'after the old one is gone it works');
};
