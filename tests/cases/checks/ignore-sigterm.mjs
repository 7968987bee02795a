export default async (t) => {
  const p = t.stdio();
  await p.init();
  p.end();
  await t.sleep(300);
  p.kill('SIGTERM');
  await t.sleep(300);
  t.ok(t.alive(p.child.pid), 'still there');
  t.ok(p.stderr.includes('stdin closed, staying') && p.stderr.includes('got SIGTERM'), 'saw both');
  p.kill();
  t.eq((await p.gone()).signal, 'SIGKILL', 'SIGKILL ends it');
};
