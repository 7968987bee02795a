export default async (t) => {
  for (const v of ['exact', 'root', 'foreign']) {
    const h = await t.http({ args: [v] }),
      r = (await h.get('/.well-known/oauth-protected-resource/mcp')).json.resource;
    t.eq(r, v === 'exact' ? h.url : v === 'root' ? `${h.origin}/` : 'https://other.example.test/mcp', v);
    for (const bad of [r.endsWith('/') ? r.slice(0, -1) : `${r}/`, undefined])
      t.eq((await h.oauth({ resource: bad })).back.get('error'), 'invalid_target', `${v}: ${bad} refused`);
    t.eq((await h.oauth({ resource: r })).token.status, 200, 'exact works');
  }
};
