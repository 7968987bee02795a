import { app } from './requirements/app.ts';
import { auth } from './requirements/auth.ts';
import { authx } from './requirements/authx.ts';
import { cache } from './requirements/cache.ts';
import { canc } from './requirements/canc.ts';
import { card } from './requirements/card.ts';
import { comp } from './requirements/comp.ts';
import { dbg } from './requirements/dbg.ts';
import { elic } from './requirements/elic.ts';
import { era } from './requirements/era.ts';
import { hsl } from './requirements/hsl.ts';
import { http } from './requirements/http.ts';
import { log } from './requirements/log.ts';
import { meta } from './requirements/meta.ts';
import { mrtr } from './requirements/mrtr.ts';
import { page } from './requirements/page.ts';
import { prog } from './requirements/prog.ts';
import { prompt } from './requirements/prompt.ts';
import type { Requirement } from './requirements/requirement.ts';
import { res } from './requirements/res.ts';
import { root } from './requirements/root.ts';
import { rpc } from './requirements/rpc.ts';
import { samp } from './requirements/samp.ts';
import { schema } from './requirements/schema.ts';
import { sec } from './requirements/sec.ts';
import { skill } from './requirements/skill.ts';
import { sse } from './requirements/sse.ts';
import { std } from './requirements/std.ts';
import { sub } from './requirements/sub.ts';
import { taskl } from './requirements/taskl.ts';
import { taskx } from './requirements/taskx.ts';
import { tool } from './requirements/tool.ts';

export interface Section {
  key: string;
  title: string;
  requirements: readonly Requirement[];
}

/** Every requirement a client has, section by section. Tests cite ids as `[STD-01]` in their names. */
export const sections: readonly Section[] = [
  { key: 'STD', title: 'stdio transport', requirements: std },
  { key: 'HTTP', title: 'Streamable HTTP, modern (2026-07-28)', requirements: http },
  { key: 'HSL', title: 'Streamable HTTP, legacy (2025-03-26 to 2025-11-25)', requirements: hsl },
  { key: 'SSE', title: 'HTTP+SSE transport of 2024-11-05 (deprecated)', requirements: sse },
  { key: 'ERA', title: 'Versions, lifecycle, era detection and fallback', requirements: era },
  { key: 'RPC', title: 'JSON-RPC details and error codes', requirements: rpc },
  { key: 'META', title: '_meta, icons, annotations, trace context', requirements: meta },
  { key: 'SCHEMA', title: 'JSON Schema (SEP-2106, SEP-1613)', requirements: schema },
  { key: 'AUTH', title: 'Authorization for HTTP transports', requirements: auth },
  { key: 'AUTHX', title: 'Authorization extensions', requirements: authx },
  { key: 'TOOL', title: 'Tools', requirements: tool },
  { key: 'RES', title: 'Resources', requirements: res },
  { key: 'PROMPT', title: 'Prompts', requirements: prompt },
  { key: 'COMP', title: 'Completion', requirements: comp },
  { key: 'MRTR', title: 'Multi round-trip requests (modern)', requirements: mrtr },
  { key: 'SUB', title: 'subscriptions/listen (modern)', requirements: sub },
  { key: 'SAMP', title: 'Sampling (deprecated, both eras)', requirements: samp },
  { key: 'ELIC', title: 'Elicitation', requirements: elic },
  { key: 'ROOT', title: 'Roots (deprecated)', requirements: root },
  { key: 'PROG', title: 'Progress', requirements: prog },
  { key: 'CANC', title: 'Cancellation and timeouts', requirements: canc },
  { key: 'LOG', title: 'Logging (deprecated in modern)', requirements: log },
  { key: 'PAGE', title: 'Pagination', requirements: page },
  { key: 'CACHE', title: 'Caching hints (modern)', requirements: cache },
  { key: 'TASKL', title: 'Tasks, legacy core (2025-11-25, experimental)', requirements: taskl },
  { key: 'TASKX', title: 'Tasks extension (io.modelcontextprotocol/tasks, SEP-2663)', requirements: taskx },
  { key: 'APP', title: 'MCP Apps host duties (io.modelcontextprotocol/ui, 2026-01-26)', requirements: app },
  { key: 'CARD', title: 'Server Cards (SEP-2127, experimental)', requirements: card },
  { key: 'SKILL', title: 'Skills extension (io.modelcontextprotocol/skills)', requirements: skill },
  { key: 'SEC', title: 'Security duties of the host as a whole', requirements: sec },
  { key: 'DBG', title: 'Debugging-console duties (ours, not in the specification)', requirements: dbg },
];
