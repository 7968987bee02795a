export default async (t) => {
  const p = t.stdio(),
    q = [];
  p.onMessage = (m) => {
    if (m?.method === 'elicitation/create') q.push(m);
  };
  const ans = (m, r) => p.send({ jsonrpc: '2.0', id: m.id, result: r });
  await p.init();
  let c = p.call('three');
  t.ok(await p.until(() => q.length === 3), 'three at once');
  for (const m of [...q].reverse())
    ans(m, { action: 'accept', content: { answer: /"(.*)"/.exec(m.params.message)[1] } });
  t.eq((await c).result.content[0].text, 'first,second,third', 'reverse order is fine');
  q.length = 0;
  c = p.call('withdraw');
  const w = await p.wait((m) => m.method === 'notifications/cancelled');
  t.eq(w.params.requestId, q[0].id, 'the first is withdrawn');
  ans(q[1], { action: 'accept', content: { answer: 'B' } });
  ans(q[2], { action: 'decline' });
  t.eq((await c).result.content[0].text, 'B,decline', 'the others count');
  q.length = 0;
  c = p.call('flood', {}, 8000);
  t.ok(await p.until(() => q.length === 100), 'flood');
  for (const m of q) ans(m, { action: 'decline' });
  t.eq((await c).result.content[0].text, '100 declined', 'declined');
};
