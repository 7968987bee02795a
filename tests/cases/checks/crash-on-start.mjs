export default async (t) => {
  const a = t.stdio();
  a.init(10);
  t.eq((await a.gone()).code, 1, 'code 1');
  await t.sleep(30);
  t.ok(a.stderr.includes('DATABASE_URL'), 'reason on stderr');
  const b = t.stdio({ args: ['silent'] });
  t.eq((await b.gone()).code, 0, 'silent');
  t.eq(b.stderr, '', 'no output');
  const c = t.stdio({ args: ['signal'] });
  t.eq((await c.gone()).signal, 'SIGABRT', 'signal');
};
