export default async (t) => {
  const h = await t.http(),
    r = await h.rpc('initialize', t.INIT);
  t.ok(!/\n\n$/.test(r.text) && r.why === 'end', 'ends without a blank line');
  const o = await t.http({ args: ['open'] }),
    q = await o.rpc('initialize', t.INIT, { ms: 700 });
  t.eq(q.why, 'timeout', 'stays open');
  t.ok(q.msg.result, 'but the event is complete');
};
