export default async (t) => {
  for (const [a, w] of [
    ['', undefined],
    ['bare', 'Bearer'],
    ['basic', 'Basic realm="case", Bearer'],
  ]) {
    const h = await t.http({ args: a ? [a] : [] }),
      r = await h.rpc('initialize', t.INIT);
    t.eq([r.status, r.headers['www-authenticate']], [401, w], a || 'none');
    t.eq((await h.get('/.well-known/oauth-protected-resource/mcp')).status, 200, 'well-known');
    t.ok((await h.oauth()).token.json.access_token, 'token');
    t.ok((await h.init()).msg.result, 'signed in');
  }
};
