import type { Tool } from './tool.ts';

export interface ToolGroup {
  readonly id: string;
  /** Undefined: the list is flat. */
  readonly label: string | undefined;
  readonly tools: readonly Tool[];
}

/** The part of a name before the first `_`, `.`, `-` or `/`. */
function prefixOf(name: string): string | undefined {
  return /^([^_.\-/]+)[_.\-/]/.exec(name)?.[1];
}

function pushed(members: Tool[] | undefined, tool: Tool): Tool[] {
  if (!members) return [tool];
  members.push(tool);
  return members;
}

/** Groups by prefix where at least two prefixes have two tools or more; what stands alone comes last. */
export function toolGroups(tools: readonly Tool[]): ToolGroup[] {
  const byPrefix = new Map<string, Tool[]>();
  for (const tool of tools) {
    const prefix = prefixOf(tool.name);
    if (prefix !== undefined) byPrefix.set(prefix, pushed(byPrefix.get(prefix), tool));
  }
  const large = [...byPrefix].filter(([, members]) => members.length > 1);
  if (large.length < 2) return [{ id: 'all', label: undefined, tools }];
  const grouped = new Set(large.map(([prefix]) => prefix));
  const rest = tools.filter(({ name }) => !grouped.has(prefixOf(name) ?? ''));
  const groups = large.map(([label, members]) => ({ id: `prefix ${label}`, label, tools: members }));
  return rest.length === 0 ? groups : [...groups, { id: 'rest', label: 'other', tools: rest }];
}
