const all = [
  '/.well-known/oauth-authorization-server/tenant1',
  '/.well-known/openid-configuration/tenant1',
  '/tenant1/.well-known/openid-configuration',
  '/.well-known/oauth-authorization-server',
];
export default async (t) => {
  for (const [i, v] of ['insert', 'oidc-insert', 'oidc-append'].entries()) {
    const h = await t.http({ args: [v] });
    for (const [j, p] of all.entries()) t.eq((await h.get(p)).status, i === j ? 200 : 404, `${v} ${p}`);
    t.eq((await h.oauth({ asUrl: all[i] })).token.status, 200, 'flow');
    t.ok((await h.init()).msg.result, 'in');
  }
};
