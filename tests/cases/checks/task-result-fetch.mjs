export default async (t) => {
  const p = t.stdio();
  await p.init();
  const ids = {};
  for (const n of ['ok', 'tool-error', 'rpc-error', 'gone', 'contradicts'])
    ids[n] = (await p.req('tools/call', { name: n, task: {} })).result.task.taskId;
  await t.sleep(400);
  const st = {};
  for (const n in ids) st[n] = (await p.req('tasks/get', { taskId: ids[n] })).result.status;
  t.eq(
    st,
    { ok: 'completed', 'tool-error': 'failed', 'rpc-error': 'failed', gone: 'completed', contradicts: 'failed' },
    'statuses',
  );
  const r = {};
  for (const n in ids) r[n] = await p.req('tasks/result', { taskId: ids[n] });
  t.eq(
    [
      r.ok.result.content[0].text,
      r['tool-error'].result.isError,
      r['rpc-error'].error.data.free,
      r.gone.error.code,
      !!r.contradicts.result,
    ],
    ['result of ok', true, 0, -32602, true],
    'results',
  );
  t.eq((await p.req('tasks/list')).error.code, -32601, 'no tasks/list');
  t.eq((await p.call('ok')).result.content[0].text, 'ok without a task', 'optional');
};
