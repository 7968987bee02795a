export default async (t) => {
  const p = t.stdio();
  t.eq((await p.init()).result.capabilities.tools, [], 'capabilities []');
  t.eq((await p.req('ping')).result, [], 'ping []');
  t.eq((await p.req('tools/list')).result.tools[0].inputSchema.properties, [], 'properties []');
  t.ok((await p.call('noargs')).result, 'call');
};
