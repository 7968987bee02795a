export default async (t) => {
  for (const v of ['jsonrpc', 'text', 'empty', 'malformed']) {
    const h = await t.http({ args: [v] });
    await h.init();
    const sid = h.headers['mcp-session-id'];
    t.ok(sid, 'session');
    t.eq((await h.call('hello')).msg.result.content[0].text, 'hello', 'works');
    await h.call('forget');
    t.eq((await h.call('hello')).status, 404, `${v}: 404 after`);
    delete h.headers['mcp-session-id'];
    await h.init();
    t.ok(h.headers['mcp-session-id'] !== sid, 'new session');
    t.eq((await h.call('hello')).status, 200, 'recovered');
    await h.call('dead');
    delete h.headers['mcp-session-id'];
    t.eq((await h.init()).status, 200, 'initialize is still answered');
    t.eq((await h.call('hello')).status, 404, 'but lost again at once');
  }
};
