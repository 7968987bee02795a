export default async (t) => {
  const p = t.stdio();
  await p.init();
  t.eq(
    (await p.req('resources/read', { uri: 'demo://events/foo/bar' })).error.data.uri,
    'demo://events/foo/bar',
    'unencoded is refused',
  );
  t.ok((await p.req('resources/read', { uri: 'demo://events/foo%2Fbar' })).result, 'encoded works');
  t.ok((await p.req('resources/read', { uri: 'demo://search?q=a%20b%26c' })).result, 'query');
};
