import { isObject } from '#shared/json.ts';
import { hasSecret } from '../schema-form/masked.ts';
import { mayBeSecret, textHoldsSecret } from './draft-secrets.ts';
import { readReply } from './form-reply.ts';
import { type AskField, type FieldEntry, type FormEntries, readForm, startEntries } from './form-values.ts';
import type { DraftKind } from './use-draft.ts';

/** What the page keeps of a form that was begun. */
export interface FormDraft {
  readonly entries: FormEntries;
  /** The reply as it was changed by hand; undefined while it follows the form. */
  readonly json: string | undefined;
  /** Problems that the last check found. */
  readonly problems: number;
}

function isEntry(value: unknown): value is FieldEntry {
  if (typeof value === 'string' || typeof value === 'boolean') return true;
  if (Array.isArray(value)) return value.every((one) => typeof one === 'string');
  return isObject(value) && 'value' in value && isObject(value.texts);
}

/** Whether a field holds something that belongs on no disk. */
function holdsSecret(field: AskField, entries: FormEntries): boolean {
  if (field.secret || mayBeSecret(entries[field.name])) return true;
  return hasSecret(field.root, readForm([field], entries).content);
}

/** What of an entry is saved: nothing that was typed in forms which are not chosen, where no schema tells what is secret. */
function savableEntry(entry: FieldEntry): FieldEntry {
  return typeof entry === 'object' && 'texts' in entry ? { value: entry.value, texts: entry.texts } : entry;
}

/** A reply as text is saved where nothing in it can be a secret. */
function savableText(fields: readonly AskField[], schema: unknown, json: string | undefined): string | undefined {
  if (json === undefined || fields.some(({ secret }) => secret)) return undefined;
  const { content } = readReply(json);
  return textHoldsSecret(schema, json) || (content && hasSecret(schema, content)) ? undefined : json;
}

/** How the draft of a form is kept. */
export function formDraft(fields: readonly AskField[], schema: unknown): DraftKind<FormDraft> {
  return {
    start: () => ({ entries: startEntries(fields), json: undefined, problems: 0 }),
    write: ({ entries, json }) => {
      const open = fields.filter((field) => entries[field.name] !== undefined && !holdsSecret(field, entries));
      const text = savableText(fields, schema, json);
      return {
        entries: Object.fromEntries(open.map(({ name }) => [name, savableEntry(entries[name])])),
        // A field that was emptied does not get its default again.
        empty: fields.flatMap(({ name }) => (entries[name] === undefined ? [name] : [])),
        ...(text === undefined ? {} : { json: text }),
      };
    },
    read: (saved) => {
      if (!isObject(saved) || !isObject(saved.entries)) return undefined;
      const { entries, empty, json } = saved;
      const given = fields.flatMap(({ name }): [string, FieldEntry][] => {
        if (Array.isArray(empty) && empty.includes(name)) return [[name, undefined]];
        const entry: unknown = Object.hasOwn(entries, name) ? entries[name] : undefined;
        return isEntry(entry) && entry !== undefined ? [[name, entry]] : [];
      });
      return {
        entries: { ...startEntries(fields), ...Object.fromEntries(given) },
        json: typeof json === 'string' ? json : undefined,
        problems: 0,
      };
    },
  };
}
