import { type ParseError, printParseErrorCode } from 'jsonc-parser';

/** What is wrong with a JSON text, in words for a title, and line and column (from 1) where it has to be put right. */
export function jsonProblem(text: string, error: ParseError): { words: string; line: number; column: number } {
  const found = text.slice(error.offset, error.offset + Math.max(error.length, 1));
  const code = printParseErrorCode(error.error);
  // A missing comma belongs at the end of what stands before, often a line further up.
  const at = code === 'CommaExpected' ? text.slice(0, error.offset).trimEnd().length : error.offset;
  const before = text.slice(0, at).split('\n');
  return { words: wordsOf(code, found), line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

function wordsOf(code: ReturnType<typeof printParseErrorCode>, found: string): string {
  const shown = found.slice(0, 20);
  switch (code) {
    case 'CommaExpected':
      if (shown.startsWith('}')) return 'a closing ] is missing';
      return shown.startsWith(']') ? 'a closing } is missing' : 'a comma is missing';
    case 'ColonExpected':
      return 'a colon is missing';
    case 'ValueExpected':
      return 'a value is missing';
    case 'PropertyNameExpected':
      return 'a name in double quotes is missing';
    case 'CloseBraceExpected':
      return 'a closing } is missing';
    case 'CloseBracketExpected':
      return 'a closing ] is missing';
    case 'UnexpectedEndOfString':
      return 'a closing " is missing';
    case 'UnexpectedEndOfComment':
      return 'a comment is not closed';
    case 'EndOfFileExpected':
      return 'there is more text after the end';
    case 'InvalidSymbol':
      return `${shown} needs double quotes`;
    case 'InvalidEscapeCharacter':
    case 'InvalidUnicode':
      return 'a backslash in a text is not valid, write it twice';
    default:
      return `${shown} is not valid here`;
  }
}
