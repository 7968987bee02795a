/** Text that may have several lines, for a row that has one: the ends of the lines are shown. */
export function oneLine(text: string): string {
  return text.trimEnd().replace(/\r?\n/g, ' ↵ ');
}
