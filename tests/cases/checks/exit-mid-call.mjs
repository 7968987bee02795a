export default async (t) => {
  const p = t.stdio();
  await p.init();
  p.call('wait', {}, 10);
  p.call('die', { how: 'code' }, 10);
  t.eq((await p.gone()).code, 3, 'code 3');
  t.ok(!p.messages.some((m) => m.id > 1), 'no answer');
  t.ok(p.stderr.includes('simulated'), 'stderr line');
  const q = t.stdio();
  await q.init();
  q.call('die', { how: 'signal' }, 10);
  t.eq((await q.gone()).signal, 'SIGSEGV', 'signal');
};
