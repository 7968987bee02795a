import { hintsOf, type Tool } from './tool.ts';

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

/** How the list is grouped: by the first part of the names, by what the tools say they do, or not at all. */
export const GROUPINGS = ['prefix', 'annotation', 'order'] as const;
export type Grouping = (typeof GROUPINGS)[number];

const BY_HINT = [
  { id: 'read', label: 'Read only' },
  { id: 'destroy', label: 'Destructive' },
  { id: 'rest', label: 'Not said' },
] as const;

function byHint(tools: readonly Tool[]): ToolGroup[] {
  const of = (tool: Tool) => {
    const { destructive, readOnly } = hintsOf(tool);
    return destructive ? 'destroy' : readOnly ? 'read' : 'rest';
  };
  const groups = BY_HINT.map(({ id, label }) => ({
    id: `hint ${id}`,
    label,
    tools: tools.filter((tool) => of(tool) === id),
  }));
  return groups.filter((group) => group.tools.length > 0);
}

/** The tools in groups, those that a person pinned first. */
export function groupedTools(
  tools: readonly Tool[],
  grouping: Grouping,
  pinned: ReadonlySet<string>,
): readonly ToolGroup[] {
  const top = pinned.size === 0 ? [] : tools.filter(({ id }) => pinned.has(id));
  const others = top.length === 0 ? tools : tools.filter(({ id }) => !pinned.has(id));
  const groups =
    grouping === 'prefix'
      ? toolGroups(others)
      : grouping === 'annotation'
        ? byHint(others)
        : [{ id: 'all', label: undefined, tools: others }];
  if (top.length === 0) return groups;
  // A list without groups would look as if all of it were pinned.
  const rest = groups.map((group) => ({ ...group, label: group.label ?? 'other' }));
  return [{ id: 'pinned', label: 'Pinned', tools: top }, ...rest.filter((group) => group.tools.length > 0)];
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
