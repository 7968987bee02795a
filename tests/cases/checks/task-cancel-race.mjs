export default async (t) => {
  const p = t.stdio();
  await p.init();
  const go = async (n) => (await p.req('tools/call', { name: n, task: {} })).result.task.taskId,
    d = await go('deaf'),
    e = await go('done-already'),
    s = await go('slow-cancel');
  const sc = p.req('tasks/cancel', { taskId: s }, 8000);
  t.eq((await p.req('tasks/cancel', { taskId: d })).result.status, 'working', 'deaf goes on');
  t.eq((await p.req('tasks/cancel', { taskId: e })).error.code, -32602, 'done already');
  t.eq((await p.req('tasks/get', { taskId: e })).result.status, 'completed', 'and completed');
  t.eq((await sc).result.status, 'cancelled', 'slow cancel');
  let z;
  for (let i = 0; i < 60 && z !== 'completed'; i++) {
    z = (await p.req('tasks/get', { taskId: d })).result.status;
    await t.sleep(100);
  }
  t.eq(z, 'completed', 'deaf completes');
};
