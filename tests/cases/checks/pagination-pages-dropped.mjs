export default async (t) => {
  const p = t.stdio();
  await p.init();
  for (const [m, k] of [
    ['tools/list', 'tools'],
    ['prompts/list', 'prompts'],
    ['resources/list', 'resources'],
    ['resources/templates/list', 'resourceTemplates'],
  ]) {
    let c,
      l = [],
      n = 0,
      errs = 0;
    do {
      const r = await p.req(m, c ? { cursor: c } : {});
      if (r.error) {
        errs++;
        continue;
      }
      l.push(...r.result[k]);
      c = r.result.nextCursor;
    } while (c && ++n < 9);
    t.eq(l.length, 25, m);
    if (k === 'resources') t.eq(errs, 1, 'one failing page');
  }
};
