export default async (t) => {
  const h = await t.http(),
    o = await h.oauth();
  t.eq(o.token.status, 200, 'first');
  const p = await h.oauth({ clientId: o.clientId, redirect: 'http://127.0.0.1:49998/callback' });
  t.eq([p.auth.status, p.back], [400, undefined], 'other port');
  t.eq((await h.oauth({ redirect: 'http://127.0.0.1:49998/callback' })).token.status, 200, 'after a new registration');
  const l = await t.http({ args: ['localhost-only'] });
  t.eq((await l.oauth()).reg.json.error, 'invalid_redirect_uri', '127.0.0.1 refused');
  t.eq((await l.oauth({ redirect: 'http://localhost:49999/callback' })).token.status, 200, 'localhost');
  const i = await t.http({ args: ['ip-only'] });
  t.eq((await i.oauth({ redirect: 'http://localhost:49999/callback' })).reg.status, 400, 'ip-only');
};
