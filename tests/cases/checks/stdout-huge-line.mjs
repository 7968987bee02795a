export default async (t) => {
  const p = t.stdio();
  await p.init();
  const r = await p.call('big', { mb: 12 }, 20000);
  t.eq(r?.result.content[0].text.length, 12 * 2 ** 20, '12 MiB text');
  t.ok(p.chunks.length > 100, 'in many chunks');
  t.eq((await p.call('hello')).result.content[0].text, 'hello', 'then hello');
};
