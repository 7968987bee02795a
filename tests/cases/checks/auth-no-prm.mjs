export default async (t) => {
  const h = await t.http();
  t.eq((await h.get('/.well-known/oauth-protected-resource')).status, 404, 'no PRM');
  t.eq((await h.oauth()).token.status, 200, 'root AS');
  t.ok((await h.init()).msg.result, 'in');
  const n = await t.http({ args: ['nothing'] });
  for (const p of [
    '/.well-known/oauth-protected-resource/mcp',
    '/.well-known/oauth-authorization-server',
    '/authorize',
  ])
    t.eq((await n.get(p)).status, 404, p);
  t.eq((await n.rpc('initialize', t.INIT)).status, 401, '401');
};
