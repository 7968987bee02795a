export default async (t) => {
  const p = t.stdio();
  await p.init();
  const l = (await p.req('resources/list')).result.resources;
  t.eq(l.length, 10, 'ten');
  for (const r of l) t.ok((await p.req('resources/read', { uri: r.uri })).result, r.uri);
  t.eq(
    Buffer.from((await p.req('resources/read', { uri: 'demo://two' })).result.contents[1].blob, 'base64')[255],
    255,
    'bytes',
  );
  t.eq(
    (await p.req('resources/read', { uri: 'demo://case/Sensitive%2Fpath?x=1&y=#frag' })).error.code,
    -32002,
    'normalised URI is not found',
  );
};
