export default async (t) => {
  const h = await t.http();
  t.ok((await h.init()).msg.result, 'connected');
  const g = await h.get('/mcp', { headers: { accept: 'text/event-stream' } });
  t.eq([g.status, g.headers['content-type'], g.why], [200, 'text/plain', 'end'], 'text that ends');
  t.eq((await h.call('hello')).msg.result.content[0].text, 'hello', 'POST works');
};
