import { connect } from 'node:tls';

const handshake = (port, ca) =>
  new Promise((res) => {
    const s = connect({ port, host: '127.0.0.1', ca, rejectUnauthorized: false }, () => {
      res([s.authorized, String(s.authorizationError?.code ?? s.authorizationError ?? '')]);
      s.destroy();
    });
    s.on('error', (e) => res([false, e.code]));
  });
export default async (t) => {
  const h = await t.http({ scheme: 'https' });
  t.ok((await h.init()).msg?.result, 'works without verification');
  t.eq(await handshake(h.port), [false, 'DEPTH_ZERO_SELF_SIGNED_CERT'], 'not trusted');
  t.eq((await handshake(h.port, t.file('files/tls/cert.pem')))[0], true, 'trusted with its CA');
  const n = await t.http({ scheme: 'https', args: ['name'] });
  t.eq((await handshake(n.port, t.file('files/tls/cert-name.pem')))[1], 'ERR_TLS_CERT_ALTNAME_INVALID', 'wrong name');
};
