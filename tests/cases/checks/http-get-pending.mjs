export default async (t) => {
  const h = await t.http(),
    g = h.get('/mcp', { headers: { accept: 'text/event-stream' }, ms: 1500 });
  t.ok((await h.init()).msg.result, 'initialize');
  t.eq((await h.call('hello')).msg.result.content[0].text, 'hello', 'call works meanwhile');
  const r = await g;
  t.eq([r.status, r.why], [0, 'timeout'], 'no headers ever');
};
