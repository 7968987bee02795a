export default async (t) => {
  for (const v of ['path', 'query', 'relative', 'absolute', 'foreign']) {
    const h = await t.http({ args: [v] });
    t.eq((await h.rpc('initialize', t.INIT, { url: `${h.origin}/sse` })).status, 405, 'POST refused');
    const g = h.get('/sse', {
      headers: { accept: 'text/event-stream' },
      stopAfter: v === 'foreign' ? 'endpoint' : 'serverInfo',
      ms: 4000,
    });
    if (v !== 'foreign') {
      const u = {
        path: '/messages?sid=c1',
        query: '/sse?sid=c1',
        relative: '/messages?sid=c1',
        absolute: '/messages?sid=c1',
      }[v];
      let r;
      for (let i = 0; i < 40; i++) {
        r = await h.rpc('initialize', t.INIT, { url: h.origin + u });
        if (r.status === 202) break;
        await t.sleep(50);
      }
      t.eq(r.status, 202, `${v}: accepted`);
    }
    const r = await g;
    t.eq(r.events[0].event, 'endpoint', v);
    if (v === 'foreign') t.ok(r.events[0].data.startsWith('http://127.0.0.2'), 'foreign endpoint');
    else
      t.ok(
        r.events.some((e) => e.data?.includes('serverInfo')),
        'answer on the stream',
      );
  }
};
