export default async (t) => {
  for (const [v, re] of [
    ['js', /^javascript:/],
    ['file', /^file:/],
    ['shell', /[$`|]/],
    ['scheme', /^ms-case/],
    ['credentials', /@127/],
    ['linklocal', /169\.254/],
    ['blank', /^$/],
  ]) {
    const h = await t.http({ args: [v] });
    t.ok(re.test((await h.get('/.well-known/oauth-authorization-server')).json.authorization_endpoint), v);
    if (v === 'linklocal')
      t.eq(
        (await h.get('/.well-known/oauth-protected-resource/mcp')).json.authorization_servers,
        ['http://169.254.169.254'],
        'PRM',
      );
  }
};
