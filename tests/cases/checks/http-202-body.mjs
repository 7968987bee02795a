export default async (t) => {
  for (const [v, s, b] of [
    ['202', 202, 'Accepted'],
    ['204', 204, ''],
    ['empty', 200, ''],
    ['null', 200, 'null'],
    ['object', 200, '{"jsonrpc":"2.0","result":null}'],
  ]) {
    const h = await t.http({ args: [v] }),
      r = await h.init();
    t.eq([r.note.status, r.note.text], [s, b], v);
    t.eq((await h.call('hello')).msg.result.content[0].text, 'hello', 'call');
  }
};
