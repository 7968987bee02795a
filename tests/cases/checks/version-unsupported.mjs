export default async (t) => {
  const p = t.stdio();
  t.eq((await p.init()).result.protocolVersion, '1999-01-01', 'version');
  t.ok((await p.call('hello')).result, 'would work anyway');
  const q = t.stdio({ args: ['2027-12-31'] });
  t.eq((await q.init()).result.protocolVersion, '2027-12-31', 'variant');
};
