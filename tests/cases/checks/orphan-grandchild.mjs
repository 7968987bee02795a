export default async (t) => {
  const p = t.stdio();
  await p.init();
  const { wrapper, server } = (await p.call('pids')).result.structuredContent;
  t.eq(wrapper, p.child.pid, 'wrapper pid');
  p.kill('SIGTERM');
  await p.gone();
  await t.sleep(200);
  t.ok(t.alive(server), 'the child outlives the wrapper');
  process.kill(server, 'SIGKILL');
};
