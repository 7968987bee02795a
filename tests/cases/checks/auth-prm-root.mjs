export default async (t) => {
  for (const [v, s] of [
    ['404', 404],
    ['401', 401],
    ['403', 403],
    ['html', 200],
  ]) {
    const h = await t.http({ args: [v] }),
      p = await h.get('/.well-known/oauth-protected-resource/mcp');
    t.eq([p.status, p.json?.resource], [s, undefined], v);
    t.ok((await h.get('/.well-known/oauth-protected-resource')).json.resource, 'root');
  }
};
