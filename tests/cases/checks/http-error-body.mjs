export default async (t) => {
  const h = await t.http();
  await h.init();
  const p = await h.rpc('prompts/list');
  t.eq([p.status, p.msg.error.data], [500, { retryable: true }], 'list error');
  t.eq((await h.rpc('resources/list')).msg.result.resources.length, 1, 'other list');
  const b = await h.call('bad');
  t.eq([b.status, b.msg.error.data.field], [400, 'city'], 'bad');
  t.eq(
    [(await h.call('flaky')).text, (await h.call('flaky')).msg.result.content[0].text],
    ['upstream connect error', 'ok after 2'],
    'flaky',
  );
};
