export default async (t) => {
  for (const [v, st] of [
    ['200', 200],
    ['204', 204],
    ['json', 200],
    ['both', 200],
    ['sse-on-post', 200],
  ]) {
    const h = await t.http({ args: [v] }),
      p = await h.rpc('initialize', t.INIT, { url: `${h.origin}/sse`, ms: 600 });
    if (v === 'sse-on-post')
      t.ok(
        p.status === 200 && p.why === 'timeout' && p.text.includes('event: endpoint'),
        'a POST opens a stream with an endpoint',
      );
    else t.eq(p.status, 405, 'POST refused');
    const g = h.get('/sse', { ms: 900 });
    await t.sleep(300);
    const r = await h.rpc('initialize', t.INIT, { url: `${h.origin}/messages` });
    t.eq(r.status, st, v);
    t.eq(!!r.msg, v === 'json' || v === 'both', `${v}: body`);
    const e = await g;
    t.eq(e.text.includes('serverInfo'), v !== 'json', `${v}: stream`);
  }
};
