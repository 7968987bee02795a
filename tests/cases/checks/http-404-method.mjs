export default async (t) => {
  const h = await t.http();
  await h.init();
  for (const m of ['prompts/list', 'resources/list']) {
    const r = await h.rpc(m);
    t.eq([r.status, r.msg.error.code, r.msg.id], [404, -32601, h.n], m);
  }
  t.eq((await h.call('hello')).msg.result.content[0].text, 'hello', 'session is alive');
};
