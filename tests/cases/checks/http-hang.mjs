export default async (t) => {
  for (const v of ['none', 'headers']) {
    const h = await t.http({ args: [v] });
    await h.init();
    const r = await h.call('hang', {}, { ms: 500 });
    t.eq([r.status, r.why], [v === 'headers' ? 200 : 0, 'timeout'], v);
    t.eq((await h.call('hello')).msg.result.content[0].text, 'hello', 'others work');
  }
  const h = await t.http({ args: ['initialize'] });
  t.eq((await h.rpc('initialize', t.INIT, { ms: 500 })).why, 'timeout', 'initialize hangs');
};
