import type { Page } from 'playwright-core';
import { isJsonObject, parseJson, writeJson } from '#shared/exact-json.ts';

/** What has the focus, in the words of the form: the kind of control and its place in the value. */
interface Focused {
  readonly kind:
    | 'text'
    | 'number'
    | 'json'
    | 'key'
    | 'select'
    | 'radio'
    | 'multi'
    | 'bool'
    | 'switch'
    | 'add'
    | 'other';
  readonly place: string;
  readonly words: string;
}

/** What a field shows: the place of its value, and what stands there. Undefined: that nothing is sent. */
export interface ShownField {
  readonly kind: 'text' | 'number' | 'json' | 'choice' | 'choices' | 'bool' | 'null';
  readonly pointer: string;
  readonly text: string | undefined;
  readonly labels?: readonly string[];
}

const MOST_STOPS = 90;
const MOST_ADDS = 6;

function focused(): Focused | undefined {
  const element = document.activeElement;
  if (!(element instanceof HTMLElement) || !element.closest('.schema-form')) return undefined;
  const field = element.closest<HTMLElement>('[data-pointer]');
  const place = `${field?.dataset.pointer ?? ''} ${element.textContent ?? ''}`;
  const words = field?.querySelector('.ty')?.textContent ?? '';
  const kindOf = (): Focused['kind'] => {
    if (element.getAttribute('role') === 'switch') return 'switch';
    if (element.getAttribute('role') === 'radio') return 'radio';
    if (element instanceof HTMLSelectElement) return 'select';
    if (element instanceof HTMLTextAreaElement) return element.classList.contains('mono') ? 'json' : 'text';
    if (element instanceof HTMLInputElement) {
      if (element.closest('.form-extra') && element.classList.contains('mono')) return 'key';
      return element.inputMode === 'decimal' || element.inputMode === 'numeric' ? 'number' : 'text';
    }
    if (element.closest('.form-bool')) return 'bool';
    if (element.closest('.opts')) return 'multi';
    return /^Add( |$)/.test(element.textContent ?? '') ? 'add' : 'other';
  };
  return { kind: kindOf(), place, words };
}

/** Types into the focused control what fits its kind. */
async function fill(page: Page, { kind, words }: Focused, big: boolean): Promise<void> {
  switch (kind) {
    case 'text':
      return page.keyboard.type('a1');
    case 'number':
      return page.keyboard.type(big ? '9007199254740993' : '7');
    case 'json':
      return page.keyboard.type(words.startsWith('array') ? '[1]' : '{"k":[1,"x"]}');
    case 'key':
      return page.keyboard.type('2');
    case 'select':
      return page.keyboard.press('ArrowDown');
    case 'bool':
      await page.keyboard.press('ArrowLeft');
      return page.keyboard.press('Space');
    case 'radio':
    case 'multi':
    case 'switch':
      return page.keyboard.press('Space');
    case 'add':
      return page.keyboard.press('Enter');
    case 'other':
      return undefined;
  }
}

/** Goes through the form by Tab, from the control before it, and fills in each field once. */
export async function fillByKeyboard(page: Page, big: boolean): Promise<void> {
  const seen = new Set<string>();
  let adds = 0;
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    await page.keyboard.press('Tab');
    let at = await page.evaluate(focused);
    while (at && !seen.has(at.place + at.kind)) {
      seen.add(at.place + at.kind);
      if (at.kind === 'add' && adds === MOST_ADDS) break;
      await fill(page, at, big);
      if (at.kind !== 'add') break;
      // The focus has gone into what was added.
      adds += 1;
      at = await page.evaluate(focused);
    }
    if (!at) return;
  }
}

function shownFields(): ShownField[] {
  const fields = [...document.querySelectorAll<HTMLElement>('.schema-form [data-pointer]')];
  const leaves = fields.filter(
    (field) =>
      field.querySelector('[data-pointer], .form-card') === null &&
      field.querySelector(':scope > .fld:not(.fld-group)'),
  );
  return leaves.map((field): ShownField => {
    const pointer = field.dataset.pointer ?? '';
    const chosen = (selector: string) => [...field.querySelectorAll(selector)].map((one) => one.textContent ?? '');
    if (field.querySelector('.form-null')) return { kind: 'null', pointer, text: 'null' };
    const toggle = field.querySelector('[role="switch"]');
    if (toggle) {
      const unsent = field.querySelector('.form-bool .t3') !== null;
      return { kind: 'bool', pointer, text: unsent ? undefined : (toggle.getAttribute('aria-checked') ?? '') };
    }
    if (field.querySelector('.form-bool')) {
      const [text] = chosen('.form-bool [aria-pressed="true"]');
      return { kind: 'bool', pointer, text: text === 'not sent' ? undefined : text };
    }
    const select = field.querySelector('select');
    if (select)
      return { kind: 'choice', pointer, text: select.value === '' ? undefined : select.selectedOptions[0]?.text };
    if (field.querySelector('[role="radiogroup"]'))
      return { kind: 'choice', pointer, text: chosen('[aria-checked="true"]')[0] };
    if (field.querySelector('.opts'))
      return { kind: 'choices', pointer, text: '', labels: chosen('[aria-pressed="true"]') };
    if (field.querySelector('.form-checks')) {
      const rows = [...field.querySelectorAll('.form-checks label')].filter((row) =>
        row.querySelector('input:checked'),
      );
      return { kind: 'choices', pointer, text: '', labels: rows.map((row) => row.textContent ?? '') };
    }
    const area = field.querySelector('textarea');
    if (area) return { kind: area.classList.contains('mono') ? 'json' : 'text', pointer, text: area.value };
    const input = field.querySelector<HTMLInputElement>('.inp input:not([tabindex="-1"])');
    if (!input) return { kind: 'text', pointer, text: '' };
    const number = input.inputMode === 'decimal' || input.inputMode === 'numeric';
    return { kind: number ? 'number' : 'text', pointer, text: input.value };
  });
}

/** Every field that the form shows now, with what stands in it. */
export const readShown = (page: Page): Promise<ShownField[]> => page.evaluate(shownFields);

const partsOf = (pointer: string) =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));

function valueAt(value: unknown, pointer: string): unknown {
  let at = value;
  for (const part of partsOf(pointer)) {
    if (!(isJsonObject(at) || Array.isArray(at)) || !Object.hasOwn(at, part)) return undefined;
    at = Reflect.get(at, part);
  }
  return at;
}

const same = (a: unknown, b: unknown) => writeJson(a ?? null) === writeJson(b ?? null);
const labelled = (value: unknown) => (typeof value === 'string' ? value : writeJson(value));

function agrees({ kind, text, labels }: ShownField, value: unknown): boolean {
  if (kind === 'choices') return (labels?.length ?? 0) === (Array.isArray(value) ? value.length : 0);
  if (kind === 'null') return value === null;
  if (text === undefined) return value === undefined;
  if (text === '') return value === undefined || value === '';
  if (kind === 'json') {
    // Where text is wanted but something else stands, it is shown as JSON.
    return typeof value === 'string' && text === value ? true : same(safely(text), value);
  }
  if (kind === 'number') return value !== undefined && writeJson(value) === text;
  if (kind === 'bool') return String(value) === text;
  // A title stands for its value; the value itself is told by the corpus test of the unit tests.
  return kind === 'choice' ? value !== undefined && (labelled(value) === text || text.trim() !== '') : value === text;
}

function safely(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

/** Leaves of a value, by their JSON pointers. */
function leavesOf(value: unknown, pointer = ''): string[] {
  const entries = Array.isArray(value) || isJsonObject(value) ? Object.entries(value) : [];
  if (entries.length === 0) return value === undefined ? [] : [pointer];
  return entries.flatMap(([key, item]) =>
    leavesOf(item, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  );
}

/** Where a value and what the form shows differ; empty when they say the same. */
export function differences(shown: readonly ShownField[], value: unknown): string[] {
  const wrong = shown.filter((field) => !agrees(field, valueAt(value, field.pointer)));
  const hidden = leavesOf(value).filter(
    (leaf) => leaf !== '' && !shown.some(({ pointer }) => leaf === pointer || leaf.startsWith(`${pointer}/`)),
  );
  const isEmpty = (pointer: string) => ['{}', '[]'].includes(writeJson(valueAt(value, pointer)));
  return [
    ...wrong.map((field) => `${JSON.stringify(field)} but ${writeJson(valueAt(value, field.pointer) ?? null)}`),
    ...hidden.filter((pointer) => !isEmpty(pointer)).map((pointer) => `${pointer} is not shown`),
  ];
}
