import { readdirSync } from 'node:fs';
export default async (t) => {
  const l = readdirSync(`${t.dir}/files/config/shapes`);
  t.eq(l.length, 8, 'eight shapes');
  for (const f of l) t.ok(JSON.parse(t.file(`files/config/shapes/${f}`)), f);
};
