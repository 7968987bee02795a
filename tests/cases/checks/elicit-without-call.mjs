export default async (t) => {
  const p = t.stdio();
  await p.init();
  const m = await p.wait((x) => x.method === 'elicitation/create');
  t.ok(m, 'at once');
  t.eq((await p.call('result')).result.content[0].text, 'no answer yet', 'server goes on');
  p.send({ jsonrpc: '2.0', id: m.id, result: { action: 'accept', content: { workspace: 'blue' } } });
  let v;
  for (let i = 0; i < 50 && !v?.startsWith('{'); i++) {
    v = (await p.call('result')).result.content[0].text;
    await t.sleep(20);
  }
  t.eq(v, '{"action":"accept","content":{"workspace":"blue"}}', 'answer');
};
