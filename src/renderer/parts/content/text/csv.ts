import Papa from 'papaparse';

/** How the columns of a text are parted. */
export interface CsvForm {
  readonly delimiter: string;
  readonly newline: '\r' | '\n' | '\r\n';
  readonly columns: readonly string[];
}

const DELIMITERS = [',', '\t', ';', '|'];
const SAMPLE_CHARS = 8000;
const SAMPLE_ROWS = 8;
const MAX_HEAD = 80;

/**
 * How a text is parted into columns, by its first rows: all of them have the same number of fields, two or more, and the
 * first names each. Undefined for anything else. A tab or comma given by the type of the text is taken for granted.
 */
export function csvForm(text: string, given?: string): CsvForm | undefined {
  const start = text.slice(0, SAMPLE_CHARS);
  const whole = start.length < text.length ? start.slice(0, start.lastIndexOf('\n') + 1) : start;
  const { data, meta, errors } = Papa.parse<string[]>(whole, {
    ...(given === undefined ? { delimitersToGuess: DELIMITERS } : { delimiter: given }),
    preview: SAMPLE_ROWS,
    skipEmptyLines: true,
  });
  const [head = []] = data;
  const sure = given !== undefined;
  if (errors.some(({ type }) => type === 'Delimiter' || type === 'Quotes')) return undefined;
  if (head.length < (sure ? 1 : 2) || data.length < 2) return undefined;
  const even = data.every((row) => row.length === head.length);
  const named = head.every((name) => name.trim() !== '' && name.length <= MAX_HEAD && !name.includes('\n'));
  if (!sure && !(even && named && new Set(head).size === head.length)) return undefined;
  const newline = meta.linebreak === '\r' || meta.linebreak === '\r\n' ? meta.linebreak : '\n';
  return { delimiter: meta.delimiter, newline, columns: head };
}

/** Rows of a CSV text after its head, a portion at a time so that nothing waits for a large one. */
export function* csvRows(
  text: string,
  { delimiter, newline }: CsvForm,
  portion: number,
): Generator<readonly string[][]> {
  let at = 0;
  let head = true;
  while (at < text.length) {
    const { data, meta } = Papa.parse<string[]>(at === 0 ? text : text.slice(at), {
      delimiter,
      newline,
      preview: portion,
      skipEmptyLines: true,
    });
    if (meta.cursor === 0) return;
    at += meta.cursor;
    yield head ? data.slice(1) : data;
    head = false;
  }
}
