export default async (t) => {
  const p = t.stdio();
  await p.init();
  const c = p.call('ask-name', {}, 9000),
    m = await p.wait((x) => x.method === 'elicitation/create');
  await t.sleep(1500);
  t.ok(!p.messages.some((x) => x.id === 1 + 1 && x.result), 'still waiting');
  p.send({ jsonrpc: '2.0', id: m.id, result: { action: 'accept', content: { name: 'Ada' } } });
  const s = (await c).result.content[0].text;
  t.ok(/^accept Ada after (1\.[4-9]|[2-9])/.test(s), s);
};
