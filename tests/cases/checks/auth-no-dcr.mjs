export default async (t) => {
  const h = await t.http();
  t.eq((await h.get('/.well-known/oauth-authorization-server')).json.registration_endpoint, undefined, 'no endpoint');
  t.eq((await h.raw('POST', '/register', { body: '{}' })).status, 404, '/register');
  t.eq((await h.oauth({ clientId: 'unknown' })).auth.status, 400, 'unknown id');
  t.eq((await h.oauth({ clientId: 'case-client' })).token.status, 200, 'given id');
  t.ok((await h.init()).msg.result, 'in');
  const c = await t.http({ args: ['cimd'] });
  t.eq(
    (await c.get('/.well-known/oauth-authorization-server')).json.client_id_metadata_document_supported,
    true,
    'cimd',
  );
};
