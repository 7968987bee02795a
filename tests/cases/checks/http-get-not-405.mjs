export default async (t) => {
  for (const code of [404, 406, 400, 501]) {
    const h = await t.http({ args: [String(code)] }),
      i = await h.init();
    t.ok(i.msg.result && h.headers['mcp-session-id'], 'connected with a session');
    t.eq((await h.get('/mcp', { headers: { ...h.headers, accept: 'text/event-stream' } })).status, code, 'GET');
    t.eq((await h.call('hello')).msg.result.content[0].text, 'hello', 'POST still works');
  }
};
