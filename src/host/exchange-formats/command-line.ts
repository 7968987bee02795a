/** One program with its arguments and the variables written before it, or why the text is not that. */
export type CommandLine =
  | { ok: true; command: string; args: string[]; env: Record<string, string> }
  | { ok: false; title: string; detail: string };

class Refusal extends Error {
  readonly title: string;
  readonly detail: string;
  constructor(title: string, detail: string) {
    super(title);
    this.title = title;
    this.detail = detail;
  }
}

const ONE_PROGRAM = 'A server is one program.';
const OPERATOR = /^(?:\d*(?:>>|>&|>\||<<<|<<|<&|<>|>|<)|&>>|&>|&&|\|\||\|&|;;|[|&;()])/;
const ASSIGNMENT = /^([A-Za-z_][A-Za-z0-9_]*)=(.*)$/s;
const WINDOWS_PATH = /(?:^|[\s"=])[A-Za-z]:\\\S|^\s*"?(?:\.{1,2}\\|\\\\)\w/;

interface Word {
  text: string;
  /** How many characters at the start were written without quotes or backslashes. */
  plain: number;
}

/**
 * Splits by the rules of a POSIX shell for blanks, quotes and backslashes. Nothing is expanded or run: `*` and `$NAME`
 * stay as they are, and what only a shell could do is refused. In a line with a Windows path a backslash is itself.
 */
export function readCommandLine(text: string): CommandLine {
  try {
    const words = new Splitter(text.replace(/^\s*\$\s+/, '').trim(), WINDOWS_PATH.test(text)).words();
    const env: Record<string, string> = {};
    let first = 0;
    for (const word of words) {
      const found = ASSIGNMENT.exec(word.text);
      if (!found?.[1] || word.plain <= found[1].length) break;
      env[found[1]] = found[2] ?? '';
      first += 1;
    }
    const [command, ...args] = words.slice(first).map((word) => word.text);
    if (command === undefined || command === '') {
      return { ok: false, title: 'The program is missing', detail: 'Write the program first, then its arguments.' };
    }
    return { ok: true, command, args, env };
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, title: error.title, detail: error.detail };
    throw error;
  }
}

class Splitter {
  readonly #text: string;
  readonly #windows: boolean;
  readonly #words: Word[] = [];
  #word: Word | undefined;
  #at = 0;

  constructor(text: string, windows: boolean) {
    this.#text = text;
    this.#windows = windows;
  }

  words(): Word[] {
    while (this.#at < this.#text.length) this.#step();
    this.#endWord();
    return this.#words;
  }

  #step(): void {
    const char = this.#text[this.#at] ?? '';
    if (char === ' ' || char === '\t' || char === '\r') {
      this.#endWord();
      this.#at += 1;
    } else if (char === '\n') this.#newLine();
    else if (char === "'") this.#single();
    else if (char === '"') this.#double();
    else if (char === '\\' && !this.#windows) this.#escape();
    else if (char === '#' && !this.#word) this.#comment();
    else this.#plain(char);
  }

  #plain(char: string): void {
    this.#refuseSubstitution();
    const atStart = this.#word === undefined;
    const operator = OPERATOR.exec(this.#text.slice(this.#at, this.#at + 8))?.[0];
    // Digits belong to a redirect only at the start of a word: 2>&1, but not a2>b.
    if (operator && (atStart || !/^\d/.test(operator))) this.#refuseOperator(operator);
    const word = this.#begin();
    if (word.plain === word.text.length) word.plain += 1;
    word.text += char;
    this.#at += 1;
  }

  #single(): void {
    const end = this.#text.indexOf("'", this.#at + 1);
    if (end < 0) this.#refuseOpenQuote("'");
    this.#begin().text += this.#text.slice(this.#at + 1, end);
    this.#at = end + 1;
  }

  #double(): void {
    const word = this.#begin();
    const start = this.#at;
    this.#at += 1;
    for (;;) {
      const char = this.#text[this.#at];
      if (char === undefined) {
        this.#at = start;
        this.#refuseOpenQuote('"');
      }
      if (char === '"') break;
      const next = this.#text[this.#at + 1] ?? '';
      if (char === '\\' && (this.#windows ? next === '"' : '"\\$`\n'.includes(next) && next !== '')) {
        word.text += next === '\n' ? '' : next;
        this.#at += 2;
      } else {
        this.#refuseSubstitution();
        word.text += char;
        this.#at += 1;
      }
    }
    this.#at += 1;
  }

  #escape(): void {
    const next = this.#text[this.#at + 1];
    const lineBreak = /^\\\r?\n/.exec(this.#text.slice(this.#at, this.#at + 3))?.[0];
    if (lineBreak) {
      this.#at += lineBreak.length;
      return;
    }
    this.#begin().text += next ?? '\\';
    this.#at += 2;
  }

  #comment(): void {
    const end = this.#text.indexOf('\n', this.#at);
    this.#at = end < 0 ? this.#text.length : end;
  }

  #newLine(): void {
    this.#endWord();
    this.#at += 1;
    const rest = this.#text.slice(this.#at).trim();
    if (this.#words.length === 0 || rest === '' || rest.startsWith('#')) return;
    throw new Refusal(
      'This is more than one command',
      `${ONE_PROGRAM} Remove the other lines, or put them in a script. A line that goes on ends with \\.`,
    );
  }

  #begin(): Word {
    this.#word ??= { text: '', plain: 0 };
    return this.#word;
  }

  #endWord(): void {
    if (this.#word) this.#words.push(this.#word);
    this.#word = undefined;
  }

  #refuseOperator(operator: string): never {
    const address = /https?:\/\/\S*$/i.test(this.#text.slice(0, this.#at));
    const hint = address ? ` If ${operator} belongs to the address, put the address in quotes.` : '';
    throw new Refusal(
      `${operator} needs a shell`,
      `${ONE_PROGRAM} Remove everything after ${operator}, or put it in a script.${hint}`,
    );
  }

  #refuseSubstitution(): void {
    const found = /^(?:`|\$\()/.exec(this.#text.slice(this.#at, this.#at + 2))?.[0];
    if (!found) return;
    throw new Refusal(
      `${found} needs a shell`,
      `${ONE_PROGRAM} Replace ${found} with the text it stands for, or put it in a script.`,
    );
  }

  #refuseOpenQuote(quote: string): never {
    const from = this.#text.slice(this.#at, this.#at + 30);
    throw new Refusal(`A quote is not closed: ${from}`, `Add the missing ${quote}, or put a backslash before it.`);
  }
}
