export default async (t) => {
  const p = t.stdio();
  await p.init();
  await p.call('twice');
  const id = p.n;
  await t.sleep(50);
  t.eq(p.messages.filter((m) => m.id === id).length, 2, 'two answers');
  await p.call('stray');
  t.ok(p.messages.some((m) => m.id === 987654) && p.messages.some((m) => m.id === 'ghost'), 'strays');
  const l = p.call('late', {}, 1000);
  t.eq(await l, undefined, 'timed out');
  const lid = p.n;
  t.ok(await p.until(() => p.messages.some((m) => m.id === lid)), 'then it comes');
  t.ok((await p.call('hello')).result, 'hello');
};
