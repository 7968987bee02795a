// A small authorization server + protected resource for the auth cases (loopback only, consent is automatic, tokens are random).
import { createHash, randomBytes } from 'node:crypto';
import { json, plain } from './lib.mjs';

const rnd = () => randomBytes(12).toString('hex');
// Options: prmPaths, asPaths, prm(c), as(c), issuer(c), challenge(c,why)->header or undefined, dcr(true|false|fn), ttl (s),
// redirectOk(client,uri), resourceOk(value,c), onRefresh(form,st)->error body or undefined, tokenBody(t,form)->what is sent, need(msg)->scope or '', routes{path:fn}
export function oauth(o = {}) {
  const st = { clients: new Map(), codes: new Map(), access: new Map(), refresh: new Map(), issued: [], asks: [] };
  for (const c of o.clients ?? []) st.clients.set(c.client_id, c);
  const issuer = (c) => (o.issuer ? o.issuer(c) : c.origin);
  const grant = (scope, client_id) => {
    const t = {
      access_token: `at-${rnd()}`,
      token_type: 'Bearer',
      expires_in: o.ttl ?? 3600,
      refresh_token: `rt-${rnd()}`,
      scope,
    };
    st.access.set(t.access_token, { scope, exp: Date.now() + (o.ttl ?? 3600) * 1000 });
    st.refresh.set(t.refresh_token, { scope, client_id });
    st.issued.push(t);
    return t;
  };
  const sendToken = (res, t, form) => {
    const b = o.tokenBody ? o.tokenBody({ ...t }, form) : t;
    typeof b === 'string'
      ? plain(res, 200, b, { 'content-type': 'application/x-www-form-urlencoded' })
      : json(res, 200, b);
  };
  const meta = (c) => ({
    issuer: issuer(c),
    authorization_endpoint: `${c.origin}/authorize`,
    token_endpoint: `${c.origin}/token`,
    ...(o.dcr !== false && { registration_endpoint: `${c.origin}/register` }),
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none', 'client_secret_post'],
    ...o.as?.(c),
  });
  const prm = (c) => ({
    resource: `${c.origin}/mcp`,
    authorization_servers: [issuer(c)],
    scopes_supported: ['base'],
    ...o.prm?.(c),
  });
  const register = (req, res, c) => {
    if (typeof o.dcr === 'function') return o.dcr(req, res, c, st);
    const client = { client_id: `cid-${rnd()}`, ...c.msg };
    st.clients.set(client.client_id, client);
    json(res, 201, client);
  };
  const redirectOk = o.redirectOk ?? ((client, uri) => (client.redirect_uris ?? []).includes(uri));
  const authorize = (res, c) => {
    const q = c.url.searchParams,
      client = st.clients.get(q.get('client_id')),
      uri = q.get('redirect_uri') ?? '';
    st.asks.push(Object.fromEntries(q));
    if (!client) return plain(res, 400, 'invalid_client: unknown client_id');
    if (!redirectOk(client, uri)) return plain(res, 400, 'redirect_uri does not match a registered one');
    const back = new URL(uri);
    back.searchParams.set('state', q.get('state') ?? '');
    back.searchParams.set('iss', issuer(c));
    if (o.resourceOk && !o.resourceOk(q.get('resource'), c)) back.searchParams.set('error', 'invalid_target');
    else {
      const code = `code-${rnd()}`;
      st.codes.set(code, { cc: q.get('code_challenge'), scope: q.get('scope') ?? 'base', client_id: client.client_id });
      back.searchParams.set('code', code);
    }
    res.writeHead(302, { location: back.href });
    res.end();
  };
  const invalidGrant = (res, why) => json(res, 400, { error: 'invalid_grant', error_description: why });
  const refreshGrant = (res, form) => {
    const bad = o.onRefresh?.(form, st);
    if (bad) return json(res, bad.status ?? 400, bad.body ?? bad);
    const r = st.refresh.get(form.get('refresh_token'));
    st.refresh.delete(form.get('refresh_token'));
    if (!r) return invalidGrant(res, 'unknown refresh token');
    sendToken(res, grant(r.scope, r.client_id), form);
  };
  const codeGrant = (res, form) => {
    const k = st.codes.get(form.get('code'));
    st.codes.delete(form.get('code'));
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (challenge !== k?.cc) return invalidGrant(res, 'bad code or verifier');
    sendToken(res, grant(k.scope, k.client_id), form);
  };
  const token = (res, c) => {
    const form = new URLSearchParams(c.body);
    return form.get('grant_type') === 'refresh_token' ? refreshGrant(res, form) : codeGrant(res, form);
  };
  // Returns true when the request was refused.
  const guard = (req, res, c) => {
    const t = st.access.get((req.headers.authorization ?? '').replace(/^Bearer /, ''));
    const metadata = `resource_metadata="${c.origin}/.well-known/oauth-protected-resource/mcp"`;
    if (!t || t.exp < Date.now()) {
      const ch = o.challenge ? o.challenge(c, t ? 'expired' : 'missing') : `Bearer ${metadata}`;
      json(res, 401, { error: 'invalid_token' }, ch ? { 'www-authenticate': ch } : {});
      return true;
    }
    const need = o.need?.(c.msg) ?? '';
    if (!need || t.scope.split(' ').includes(need)) return false;
    const ch = `Bearer error="insufficient_scope", scope="${need}", ${metadata}`;
    json(res, 403, { error: 'insufficient_scope' }, { 'www-authenticate': ch });
    return true;
  };
  const route = (req, c) => {
    const p = c.path,
      post = req.method === 'POST';
    if (o.routes?.[p]) return (res) => o.routes[p](req, res, c, st);
    if ((o.prmPaths ?? ['/.well-known/oauth-protected-resource/mcp']).includes(p))
      return (res) => json(res, 200, prm(c));
    if ((o.asPaths ?? ['/.well-known/oauth-authorization-server']).includes(p)) return (res) => json(res, 200, meta(c));
    if (p === '/register' && o.dcr !== false && post) return (res) => register(req, res, c);
    if (p === '/authorize') return (res) => authorize(res, c);
    if (p === '/token' && post) return (res) => token(res, c);
    return undefined;
  };
  const before = async (req, res, c) => {
    const handle = route(req, c);
    if (!handle) return c.path === '/mcp' && guard(req, res, c);
    await handle(res);
    return true;
  };
  return { st, before };
}
