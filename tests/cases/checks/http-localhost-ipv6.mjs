import { connect } from 'node:net';

const can = (host, port) =>
  new Promise((r) => {
    const s = connect(port, host, () => {
      s.destroy();
      r('open');
    });
    s.on('error', (e) => r(e.code));
  });
export default async (t) => {
  const h = await t.http({ host: '[::1]' });
  t.eq([await can('::1', h.port), await can('127.0.0.1', h.port)], ['open', 'ECONNREFUSED'], 'IPv6 only');
  t.ok((await h.init()).msg?.result, '[::1] URL');
  const f = await t.http({ args: ['v4'] });
  t.eq([await can('::1', f.port), await can('127.0.0.1', f.port)], ['ECONNREFUSED', 'open'], 'IPv4 only');
};
