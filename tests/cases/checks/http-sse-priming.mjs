export default async (t) => {
  const h = await t.http(),
    i = await h.init();
  t.ok(i.msg.result, 'initialize');
  const r = await h.call('hello');
  t.eq(r.msg.result.content[0].text, 'hello', 'answer');
  t.ok(
    r.events.some((e) => e.data === '' && e.id === 'p-1'),
    'empty data with an id',
  );
  t.ok(r.events.filter((e) => e.comment !== undefined).length >= 3, 'comments');
  t.ok(
    r.events.some((e) => e.event === 'heartbeat'),
    'other event names',
  );
};
