/** Text of a server for a terminal: without control characters and without marks that turn the reading direction. */
export function plainText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a terminal would act on
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, (char) =>
    char === '\r' ? '' : '\ufffd',
  );
}

/** The beginning of a text as one line. */
export function oneLine(text: string, most = 160): string {
  const line = plainText(text).replace(/\s+/g, ' ').trim();
  return line.length > most ? `${line.slice(0, most - 1)}…` : line;
}
