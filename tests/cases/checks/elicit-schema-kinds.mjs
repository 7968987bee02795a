export default async (t) => {
  const p = t.stdio();
  await p.init();
  const go = async (r) => {
    const n = p.messages.length,
      c = p.call('form');
    let m;
    await p.until(() => (m = p.messages.slice(n).find((x) => x.method === 'elicitation/create')));
    p.send({ jsonrpc: '2.0', id: m.id, result: r });
    return (await c).result.content[0].text;
  };
  t.eq(
    await go({
      action: 'accept',
      content: {
        name: 'Ada',
        mail: 'a@example.test',
        n: 3,
        x: 0.5,
        yes: true,
        no: false,
        zero: 0,
        plain: 'm',
        multi: ['a'],
      },
    }),
    'ok (9 fields)',
    'defaults',
  );
  t.eq(await go({ action: 'decline' }), 'decline', 'decline');
  t.eq(await go({ action: 'cancel' }), 'cancel', 'cancel');
  const w = await go({
    action: 'accept',
    content: { name: 'Ada', n: '3', yes: 'true', titled: 'Red', multi: 'a', when: '', site: null },
  });
  for (const k of [
    'n is a string',
    'yes is a string',
    'titled not a choice',
    'multi "a"',
    'when is ""',
    'site is null',
  ])
    t.ok(w.includes(k), `reports ${k}: ${w}`);
};
