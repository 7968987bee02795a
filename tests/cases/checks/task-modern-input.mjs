export default async (t) => {
  const h = await t.http(),
    go = async (method, params) => {
      const r = await h.rpc(method, params, {
        headers: { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method },
      });
      return r.msg.result ?? r.msg.error;
    },
    _meta = { 'io.modelcontextprotocol/clientCapabilities': { extensions: { 'io.modelcontextprotocol/tasks': {} } } };
  t.eq((await go('tools/call', { name: 'build' })).code, -32021, 'not declared');
  const k = await go('tools/call', { name: 'build', _meta });
  t.eq([k.resultType, k.status], ['task', 'working'], 'becomes a task');
  const id = { taskId: k.taskId },
    seen = [];
  for (let i = 0; i < 12; i++) {
    const r = await go('tasks/get', id);
    seen.push(r.status);
    if (i === 2)
      t.eq(
        await go('tasks/update', {
          ...id,
          inputResponses: { target: { action: 'accept', content: { target: 'desktop' } } },
        }),
        { resultType: 'complete' },
        'update',
      );
    if (r.status === 'completed') {
      t.eq(r.result.content[0].text, 'built for desktop', 'result');
      break;
    }
  }
  t.eq(
    seen,
    [
      'working',
      'input_required',
      'input_required',
      'input_required',
      'input_required',
      'working',
      'working',
      'completed',
    ],
    'order',
  );
  await go('tasks/update', { ...id, inputResponses: { target: { action: 'decline' } } });
  t.ok((await go('tools/call', { name: 'duplicates' })).content[0].text.startsWith('1 '), 'duplicates counted');
};
