import { plainText } from './plain-text.ts';

export interface TerminalOptions {
  quiet: boolean;
  color: boolean;
}

/** The two streams of a command: results on stdout, everything else on stderr. */
export interface Terminal {
  /** Writes a result as it is; resolves when it is handed over. */
  result(text: string): Promise<void>;
  /** One line for a person; silent with --quiet. */
  note(text: string): void;
  error(text: string): void;
  /** Stands out where colours are wanted. */
  strong(text: string): string;
}

/** What a stream of this process offers; tests bring their own. */
export interface Sink {
  write(text: string, done: (error?: Error | null) => void): unknown;
  isTTY?: boolean | undefined;
}

/** Colours only for a terminal, and only when neither --no-color nor NO_COLOR says otherwise (no-color.org). */
export function wantsColor(noColor: boolean, env: Readonly<Record<string, string | undefined>>, sink: Sink): boolean {
  return !noColor && !env.NO_COLOR && sink.isTTY === true;
}

export function createTerminal(options: TerminalOptions, stdout: Sink, stderr: Sink): Terminal {
  const say = (text: string): void => void stderr.write(`${plainText(text)}\n`, () => undefined);
  return {
    // A reader that has seen enough closes the pipe; that is no fault of the command.
    result: (text) => new Promise((resolve) => void stdout.write(text, () => resolve())),
    note: (text) => void (options.quiet || say(text)),
    error: (text) => say(`wirebench: ${text}`),
    strong: (text) => (options.color ? `\u001b[1m${text}\u001b[22m` : text),
  };
}
