export default async (t) => {
  const p = t.stdio(),
    held = [];
  p.onMessage = (m) => {
    if (m?.method === 'ping') p.send({ jsonrpc: '2.0', id: m.id, result: {} });
    else if (m?.method === 'roots/list') p.send({ jsonrpc: '2.0', id: m.id, result: { roots: [] } });
    else if (m?.method && m.id !== undefined) held.push(m);
  };
  await p.init();
  const c = p.call('everything', {}, 9000);
  t.ok(await p.until(() => held.length === 2), 'two dialogs');
  await t.sleep(600);
  for (const m of held)
    p.send({
      jsonrpc: '2.0',
      id: m.id,
      result:
        m.method === 'sampling/createMessage'
          ? { role: 'assistant', content: { type: 'text', text: 'hello' }, model: 'm' }
          : { action: 'decline' },
    });
  const l = (await c).result.content[0].text.split('\n'),
    ms = (k) => Number(/\((\d+) ms\)/.exec(l.find((x) => x.startsWith(k)))[1]);
  t.eq(l.length, 5, 'five answers');
  t.ok(ms('ping') < ms('sampling') && ms('sampling') >= 500, 'ping does not wait for the dialogs');
};
