export default async (t) => {
  for (const a of [[], ['no-cap']]) {
    const p = t.stdio({ args: a });
    t.eq(!!(await p.init()).result.capabilities.tasks, !a.length, 'capability');
    const plain = {},
      task = {};
    for (const n of ['must', 'never', 'maybe', 'weird', 'silent']) {
      plain[n] = (await p.call(n)).error?.code ?? 0;
      const r = await p.req('tools/call', { name: n, task: {} });
      task[n] = r.error?.code ?? 0;
      if (n === 'must' && !a.length)
        t.eq(
          (await p.req('tasks/result', { taskId: r.result.task.taskId })).result.content[0].text,
          'must: task',
          'runs',
        );
    }
    t.eq(plain, { must: -32601, never: 0, maybe: 0, weird: 0, silent: 0 }, 'plain');
    t.eq(
      task,
      a.length
        ? { must: -32601, never: -32601, maybe: -32601, weird: -32601, silent: -32601 }
        : { must: 0, never: -32601, maybe: 0, weird: -32601, silent: -32601 },
      'as task',
    );
  }
};
