/** Longest line that can be part of a stack trace, characters. */
const LONGEST = 1000;
const [TAB, ESCAPE, SPACE, COLON] = [9, 27, 32, 58];
const COLOURS = new RegExp(`^(?:${String.fromCharCode(ESCAPE)}\\[[0-9;:]*m)+`);

type Kind = 'calls' | 'python' | 'rust' | 'go';

/** What a trace begins with, where that is no line of it yet. */
const HEADS: readonly [RegExp, Kind][] = [
  [/Traceback \(most recent call last\):$/, 'python'],
  [/^goroutine \d+ .*\]:$/, 'go'],
  [/^stack backtrace:$/, 'rust'],
];
/** Lines that begin a trace themselves. */
const BEGINS: readonly [RegExp, Kind][] = [
  [/^\s+at \S/, 'calls'],
  [/^\s+File ".*", line \d+/, 'python'],
];
/** How a trace goes on: Node, Java and .NET; Python; Rust; Go. */
const GOES_ON: Readonly<Record<Kind, RegExp>> = {
  calls: /^(?:\s+(?:at \S|\.\.\. \d+ |Suppressed: )|Caused by: )/,
  python: /^[\s|+]*\s\S/,
  rust: /^\s+(?:\d+: |at \S)/,
  go: /^(?:\t\S|created by |[\w./*()·[\]{}-]+\(.*\)$)/,
};

function startsAside(line: string): boolean {
  const code = line.charCodeAt(0);
  return code === SPACE || code === TAB;
}

/** Finds stack traces in lines that come one after the other. Most lines cost a look at two of their characters. */
export class StackTraces {
  #kind: Kind | undefined;
  #count = 0;

  /** Which line of a trace this is, from 1; 0 for any other line, and for the title above a trace. */
  next(text: string): number {
    const line = text.charCodeAt(0) === ESCAPE ? text.replace(COLOURS, '') : text;
    if (line.length > LONGEST) return this.end();
    if (this.#kind && GOES_ON[this.#kind].test(line)) {
      this.#count += 1;
      return this.#count;
    }
    this.end();
    if (startsAside(line)) {
      this.#kind = BEGINS.find(([pattern]) => pattern.test(line))?.[1];
      if (this.#kind) this.#count = 1;
    } else if (line.charCodeAt(line.length - 1) === COLON) {
      this.#kind = HEADS.find(([pattern]) => pattern.test(line))?.[1];
    }
    return this.#count;
  }

  /** Something else came between: a trace does not go on after it. */
  end(): 0 {
    this.#kind = undefined;
    this.#count = 0;
    return 0;
  }
}
