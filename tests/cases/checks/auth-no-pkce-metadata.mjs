export default async (t) => {
  const h = await t.http(),
    o = await h.oauth();
  t.ok(!('code_challenge_methods_supported' in o.as.json), 'absent');
  t.eq(o.token.status, 200, 'S256 works');
  const p = await t.http({ args: ['plain'] });
  t.eq(
    (await p.get('/.well-known/oauth-authorization-server')).json.code_challenge_methods_supported,
    ['plain'],
    'plain',
  );
};
