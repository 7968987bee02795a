/** A word for a POSIX shell: as it is where nothing in it means something there, else in single quotes. */
export function shellQuote(text: string): string {
  return /^[\w./:@%+,=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
