export default async (t) => {
  const p = t.stdio();
  await p.init();
  const id = (await p.req('tools/call', { name: 'deploy', task: {} })).result.task.taskId,
    st = async () => (await p.req('tasks/get', { taskId: id })).result.status;
  t.eq(await st(), 'working', 'working');
  let s;
  for (let i = 0; i < 60 && s !== 'input_required'; i++) {
    await t.sleep(50);
    s = await st();
  }
  t.eq(s, 'input_required', 'waits');
  t.ok(!p.messages.some((m) => m.method === 'elicitation/create'), 'nothing is asked yet');
  const r = p.req('tasks/result', { taskId: id }, 8000),
    q = await p.wait((m) => m.method === 'elicitation/create');
  t.eq(q.params._meta['io.modelcontextprotocol/related-task'].taskId, id, 'asked while tasks/result is open');
  p.send({ jsonrpc: '2.0', id: q.id, result: { action: 'accept', content: { ok: true } } });
  t.eq((await r).result.content[0].text, 'deploy: accept', 'result');
  t.eq(await st(), 'completed', 'completed');
};
