import { Braces, FileBraces, FileCode, FileImage, FileMusic, FileText, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { type JsonObject, textAt } from '#shared/json.ts';
import { rowIcon } from '../../parts/own-icon.tsx';
import { BY_ADDRESS, chosenByAddress } from '../../parts/resource-choice.ts';
import { shortenPath } from '../../ui/format.ts';
import type { ListGroup, ListRow } from '../../ui/list-stops.ts';

/** Something that can be chosen in the list: a listed resource, a template, or an address that was typed. */
export type Chosen =
  | { readonly kind: 'resource'; readonly uri: string; readonly item: JsonObject }
  | { readonly kind: 'template'; readonly template: string; readonly item: JsonObject }
  | { readonly kind: 'typed'; readonly uri: string };

/** A listed resource or template, ready to be found and drawn. */
export interface Entry {
  readonly id: string;
  /** Its scheme with the slashes behind it, or `Templates`. */
  readonly group: string;
  /** What follows the scheme; the whole template. */
  readonly path: string;
  /** Everything the filter looks in, in lower case. */
  readonly text: string;
  readonly title: string;
  readonly lead: LucideIcon;
  readonly leading: ReactNode;
}

const SCHEME = /^([a-z][a-z0-9+.-]*:(?:\/\/)?)(.*)$/is;
/** Characters of a row: the last segment of a long address stays in sight. */
const LABEL = 34;
/** A group with more entries than this becomes a tree. */
const FLAT = 12;
const TEMPLATES = 'Templates';

/** Whether a text is a whole address, so that it can be read even when it is not listed. */
export function isUri(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\S+$/i.test(text);
}

/** The row of an address, or what stands for one that is not listed. */
export function idOfUri(lists: Lists, uri: string): string {
  return lists.resources.some((item) => uriOf('resource', item) === uri) ? `r:${uri}` : chosenByAddress(uri);
}

function uriOf(kind: 'resource' | 'template', item: JsonObject): string {
  return textAt(item, kind === 'resource' ? 'uri' : 'uriTemplate') ?? '';
}

const KINDS: readonly (readonly [RegExp, LucideIcon])[] = [
  [/^image\/|\.(?:png|jpe?g|gif|webp|avif|bmp|ico|svg)$/i, FileImage],
  [/^audio\/|\.(?:mp3|wav|ogg|flac|m4a|opus)$/i, FileMusic],
  [/[/+]json\b|\.json[5lc]?$/i, FileBraces],
  [/xml\b|html\b|javascript|typescript|\.(?:xml|html?|[cm]?[jt]sx?|css|py|rs|go|java|sh|sql|ya?ml|toml)$/i, FileCode],
];

function leadOf(uri: string, mime: string | undefined): LucideIcon {
  const found = (text: string) => KINDS.find(([kind]) => kind.test(text))?.[1];
  return (mime === undefined ? undefined : found(mime.slice(0, 100))) ?? found(uri.slice(-20)) ?? FileText;
}

function entryOf(kind: 'resource' | 'template', item: JsonObject): Entry {
  const uri = uriOf(kind, item);
  const [, scheme = 'Other', rest = uri] = SCHEME.exec(uri) ?? [];
  const name = textAt(item, 'title') ?? textAt(item, 'name');
  const texts = [uri, ...['name', 'title', 'description'].map((key) => textAt(item, key) ?? '')];
  const isResource = kind === 'resource';
  const lead = isResource ? leadOf(uri, textAt(item, 'mimeType')) : Braces;
  return {
    id: `${isResource ? 'r' : 't'}:${uri}`,
    group: isResource ? scheme : TEMPLATES,
    path: isResource && rest !== '' ? rest : uri,
    text: texts.join('\n').toLowerCase(),
    title: (name === undefined ? uri : `${name}, ${uri}`).slice(0, 600),
    lead,
    leading: rowIcon(item, lead),
  };
}

export interface Lists {
  readonly resources: readonly JsonObject[];
  readonly templates: readonly JsonObject[];
}

/** Entries of the lists that were made last: a tab that is opened again need not read ten thousand addresses anew. */
const made = new WeakMap<readonly JsonObject[], { templates: readonly JsonObject[]; entries: readonly Entry[] }>();

/** All entries in the server's order, templates last. An address is listed once. */
export function entriesOf({ resources, templates }: Lists): readonly Entry[] {
  const before = made.get(resources);
  if (before?.templates === templates) return before.entries;
  const found = new Map<string, Entry>();
  const put = (entry: Entry) => {
    if (!found.has(entry.id)) found.set(entry.id, entry);
  };
  for (const item of resources) put(entryOf('resource', item));
  for (const item of templates) put(entryOf('template', item));
  const entries = [...found.values()];
  made.set(resources, { templates, entries });
  return entries;
}

export interface Grouping {
  readonly collapsed: ReadonlySet<string>;
  /** Groups of many entries are shown by the segments of their paths. */
  readonly tree: boolean;
}

function rowsOf(entries: readonly Entry[], prefix: string): ListRow[] {
  const rests = entries.map(({ path }) => path.slice(prefix.length) || path);
  const labels = rests.map((rest) => shortenPath(rest, LABEL));
  const times = new Map<string, number>();
  for (const label of labels) times.set(label, (times.get(label) ?? 0) + 1);
  return entries.map(({ id, title, lead, leading }, index) => {
    const [rest = '', short = ''] = [rests[index], labels[index]];
    // Addresses that look alike without their middle are told apart by their ends.
    const label = times.get(short) === 1 ? short : `…${rest.slice(1 - LABEL)}`;
    return { id, label, title, lead, leading };
  });
}

/** The next segment of a path behind a prefix, with its slash; undefined for the last one. */
function segmentOf(path: string, prefix: string): string | undefined {
  const slash = path.indexOf('/', prefix.length);
  return slash < 0 || slash === path.length - 1 ? undefined : path.slice(prefix.length, slash + 1);
}

interface Folder {
  id: string;
  label: string;
  prefix: string;
  entries: readonly Entry[];
  depth: number;
}

/** A folder as groups: itself with what lies directly in it, then the folders in it. */
function folderGroups(folder: Folder, { collapsed, tree }: Grouping): ListGroup[] {
  const { id, label, prefix, entries, depth } = folder;
  const head = { id, label: label.slice(0, 60), count: entries.length, collapsed: collapsed.has(id), depth };
  if (!tree || entries.length <= FLAT) return [{ ...head, rows: rowsOf(entries, prefix) }];
  const inside = new Map<string, Entry[]>();
  for (const entry of entries) {
    const segment = segmentOf(entry.path, prefix) ?? '';
    const known = inside.get(segment);
    if (known) known.push(entry);
    else inside.set(segment, [entry]);
  }
  const only = inside.size === 1 ? [...inside.keys()][0] : undefined;
  // A way without branches is one step.
  if (only)
    return folderGroups({ ...folder, label: `${label}${only}`, prefix: `${prefix}${only}` }, { collapsed, tree });
  const folders = [...inside].filter(([segment, members]) => segment !== '' && members.length > 1);
  const own = new Set(folders.flatMap(([, members]) => members));
  const rows = rowsOf(own.size === 0 ? entries : entries.filter((entry) => !own.has(entry)), prefix);
  const groups = head.collapsed
    ? []
    : folders.flatMap(([segment, members]) =>
        folderGroups(
          {
            id: `${id}${prefix === '' ? '' : ' '}${prefix}${segment}`,
            label: segment,
            prefix: `${prefix}${segment}`,
            entries: members,
            depth: depth + 1,
          },
          { collapsed, tree },
        ),
      );
  return [{ ...head, rows }, ...groups];
}

/** What the filter leaves, in groups: resources by scheme in the server's order, templates last. */
export function resourceGroups(entries: readonly Entry[], filter: string, grouping: Grouping): ListGroup[] {
  const needle = filter.trim().toLowerCase();
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) {
    if (needle !== '' && !entry.text.includes(needle)) continue;
    const known = groups.get(entry.group);
    if (known) known.push(entry);
    else groups.set(entry.group, [entry]);
  }
  // While something is looked for nothing hides.
  const shown = needle === '' ? grouping : { ...grouping, collapsed: new Set<string>() };
  return [...groups].flatMap(([label, members]) =>
    folderGroups(
      { id: label, label, prefix: '', entries: members, depth: 0 },
      label === TEMPLATES ? { ...shown, tree: false } : shown,
    ),
  );
}

/** The row that is chosen: other views choose by the address alone, which may be listed. */
export function rowIdOf(lists: Lists, id: string | undefined): string | undefined {
  return id?.startsWith(BY_ADDRESS) ? idOfUri(lists, id.slice(BY_ADDRESS.length)) : id;
}

/** What an id of the list stands for; undefined when it is not listed any more. */
export function chosenOf(lists: Lists, id: string | undefined): Chosen | undefined {
  if (id?.startsWith(BY_ADDRESS)) return { kind: 'typed', uri: id.slice(BY_ADDRESS.length) };
  const text = id?.slice(2);
  if (id?.startsWith('r:')) {
    const item = lists.resources.find((one) => uriOf('resource', one) === text);
    // One that left the list can be read all the same, and keeps its place.
    return item ? { kind: 'resource', uri: uriOf('resource', item), item } : { kind: 'typed', uri: id.slice(2) };
  }
  const item = lists.templates.find((one) => id !== undefined && uriOf('template', one) === text);
  return item && { kind: 'template', template: uriOf('template', item), item };
}
