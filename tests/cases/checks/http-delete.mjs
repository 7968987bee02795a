export default async (t) => {
  for (const [v, s] of [
    ['405', 405],
    ['ok', 200],
    ['slow', 0],
  ]) {
    const h = await t.http({ args: [v] });
    await h.init();
    const r = await h.raw('DELETE', h.url, { headers: h.headers, ms: 800 });
    t.eq(r.status, s, v);
    const l = await h.log();
    t.ok(
      l.some((x) => x.method === 'DELETE' && x.headers['mcp-session-id']),
      'logged with the session id',
    );
  }
};
