export default async (t) => {
  const p = t.stdio();
  await p.init();
  let ended = false;
  p.child.stdout.on('end', () => {
    ended = true;
  });
  p.call('close-output', {}, 10);
  t.ok(await p.until(() => ended), 'stdout ends');
  t.ok(t.alive(p.child.pid), 'process alive');
  t.eq(await p.call('hello', {}, 500), undefined, 'no answer any more');
};
