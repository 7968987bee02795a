/** The one tool of a server on xmcp; scripts/real-servers.mjs copies it as src/tools/add.ts and builds the server. */
import { z } from 'zod';

export const schema = { a: z.number(), b: z.number() };
export const metadata = { name: 'add', description: 'Adds two numbers' };
// biome-ignore lint/style/noDefaultExport: xmcp takes the tool from it
export default async function add({ a, b }) {
  return { content: [{ type: 'text', text: String(a + b) }] };
}
