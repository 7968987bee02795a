export default async (t) => {
  for (const v of ['-32602', '-32600', '-32603']) {
    const p = t.stdio({ args: [v] });
    t.eq((await p.req('server/discover', {})).error.code, Number(v), v);
    t.ok((await p.init()).result, 'then initialize');
  }
  const q = t.stdio({ args: ['null-id'] });
  t.eq(await q.req('server/discover', {}, 500), undefined, 'no match');
  t.ok(await q.until(() => q.messages.some((m) => m.id === null)), 'null id');
};
