export default async (t) => {
  const p = t.stdio();
  await p.init();
  p.call('last', {}, 10);
  t.eq((await p.gone())?.code, 0, 'exits');
  await t.sleep(50);
  t.eq(JSON.parse(p.rest).result.content[0].text, 'goodbye', 'complete message left without newline');
  const q = t.stdio();
  await q.init();
  q.call('last', { cut: true }, 10);
  await q.gone();
  await t.sleep(50);
  let bad;
  try {
    JSON.parse(q.rest);
  } catch (e) {
    bad = e;
  }
  t.ok(bad && q.rest.length > 20, 'cut variant');
};
