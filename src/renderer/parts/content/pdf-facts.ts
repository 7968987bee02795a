/** What can be told of a PDF without drawing it. */
export interface PdfFacts {
  /** As its first line says, such as `1.7`. */
  readonly version: string | undefined;
  /** Undefined where its list of pages is packed. */
  readonly pages: number | undefined;
  readonly encrypted: boolean;
}

const PAGE_TREE =
  /\/Type\s*\/Pages\b[^>]{0,2000}?\/Count\s+(\d{1,7})|\/Count\s+(\d{1,7})[^>]{0,2000}?\/Type\s*\/Pages\b/g;
const LINEAR = /\/Linearized\s[^>]{0,500}?\/N\s+(\d{1,7})/;
/** The part in front that says how many pages there are, where a PDF was made for the web. */
const HEAD_CHARS = 2048;

/** Reads the plain parts of a PDF, given as a binary string. The root of the page tree counts all pages. */
export function pdfFacts(text: string): PdfFacts {
  const version = /^%PDF-(\d\.\d)/.exec(text)?.[1];
  const counts = [...text.matchAll(PAGE_TREE)].map(([, after, before]) => Number(after ?? before));
  const linear = LINEAR.exec(text.slice(0, HEAD_CHARS))?.[1];
  const pages = linear === undefined ? (counts.length === 0 ? undefined : Math.max(...counts)) : Number(linear);
  return { version, pages, encrypted: /\/Encrypt\s+\d+\s+\d+\s+R/.test(text) };
}
