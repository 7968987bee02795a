export default async (t) => {
  const p = t.stdio();
  await p.init();
  await p.call('made-up');
  t.ok(
    p.messages.some((m) => m.params?.progressToken === `tool-call-${p.n}`),
    'invented token',
  );
  const r = await p.call('after', {}, 5000, { progressToken: 'tok' });
  const at = p.messages.indexOf(r);
  await t.sleep(200);
  t.ok(
    p.messages.slice(at + 1).some((m) => m.params?.progressToken === 'tok'),
    'progress after the answer',
  );
  t.ok((await p.call('hello')).result, 'hello');
};
