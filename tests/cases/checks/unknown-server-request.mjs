export default async (t) => {
  const p = t.stdio();
  p.onMessage = (m) => {
    if (m?.method && m.id !== undefined)
      p.send({ jsonrpc: '2.0', id: m.id, error: { code: -32601, message: 'Method not found' } });
  };
  await p.init();
  for (const n of ['needs-sampling', 'vendor', 'bad-params'])
    t.ok((await p.call(n)).result.content[0].text.includes('-32601'), n);
  const q = t.stdio();
  await q.init();
  t.eq(await q.call('vendor', {}, 500), undefined, 'hangs when the client stays silent');
};
