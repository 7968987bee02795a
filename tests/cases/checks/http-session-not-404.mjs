export default async (t) => {
  for (const code of [400, 200]) {
    const h = await t.http({ args: [String(code)] });
    await h.init();
    await h.call('forget');
    const r = await h.call('hello');
    t.eq([r.status, !!r.msg.error], [code, true], `${code}`);
    delete h.headers['mcp-session-id'];
    await h.init();
    t.eq((await h.call('hello')).msg.result.content[0].text, 'hello', 'new session works');
  }
};
