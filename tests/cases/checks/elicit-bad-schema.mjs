export default async (t) => {
  const p = t.stdio(),
    q = [];
  p.onMessage = (m) => {
    if (m?.method === 'elicitation/create') {
      q.push(m);
      p.send({
        jsonrpc: '2.0',
        id: m.id,
        ...(q.length % 2 ? { error: { code: -32602, message: 'bad schema' } } : { result: { action: 'decline' } }),
      });
    }
  };
  await p.init();
  const names = (await p.req('tools/list')).result.tools.map((x) => x.name);
  t.eq(names.length, 9, 'nine tools');
  for (const n of names) t.ok(/decline|-32602/.test((await p.call(n)).result.content[0].text), n);
  t.ok(!('requestedSchema' in q[4].params), 'absent');
  t.eq(Object.keys(q[8].params.requestedSchema.properties).length, 500, 'huge');
  t.ok(q[0].params.requestedSchema.properties.address.properties.geo, 'nested');
};
