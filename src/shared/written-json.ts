import type { JsonObject } from './json.ts';

/** A member of an object as its text has it: name and value. */
export type WrittenMember = readonly [name: string, value: unknown];

/** Where a number is kept by its text: `holder[key]`. */
export interface KeptNumber {
  readonly holder: object;
  readonly key: string | number;
  readonly text: string;
}

/** An object whose members no JavaScript object holds as they were written: a name twice, or numbers out of order. */
export interface KeptMembers {
  readonly object: object;
  readonly members: readonly WrittenMember[];
}

/** What a text of JSON holds. `kept` and `unlike` are what gets lost where the value is copied to another thread. */
export interface WrittenJson {
  /** One item: the value. A list, so that a number that is the whole text has a holder too. */
  readonly root: readonly [unknown];
  readonly kept: readonly KeptNumber[];
  readonly unlike: readonly KeptMembers[];
}

/** Kept beside the objects, so that code that knows nothing of it works with them as with any other. */
const written = new WeakMap<object, readonly WrittenMember[]>();

/** Notes how the members of an object were written; `writtenMembers` then gives them. */
export function keepMembers(unlike: Iterable<KeptMembers>): void {
  for (const { object, members } of unlike) written.set(object, members);
}

/** The members of an object as its text had them, with names that came twice; undefined where the object has them so. */
export function writtenMembers(value: object): readonly WrittenMember[] | undefined {
  return written.get(value);
}

/** The number of a JSON text as a value: a plain number where that is all there is to it. */
export type ReadNumber = (text: string) => unknown;

const WHOLE_NAME = /^(?:0|[1-9]\d*)$/;

interface Frame {
  readonly value: JsonObject | unknown[];
  name: string;
  /** What was read so far, from where a name came twice, or one that JavaScript puts before all others. */
  members: WrittenMember[] | undefined;
}

/** Reads a text that is known to be JSON, in one pass and without recursion: however long and deep it is. */
class WrittenReader {
  readonly #text: string;
  readonly #readNumber: ReadNumber;
  readonly #frames: Frame[] = [];
  readonly #root: [unknown] = [undefined];
  readonly #kept: KeptNumber[] = [];
  readonly #unlike: KeptMembers[] = [];
  #at = 0;

  constructor(text: string, readNumber: ReadNumber) {
    this.#text = text;
    this.#readNumber = readNumber;
  }

  read(): WrittenJson {
    while (this.#at < this.#text.length) this.#token(this.#text.charCodeAt(this.#at));
    return { root: this.#root, kept: this.#kept, unlike: this.#unlike };
  }

  #token(code: number): void {
    if (code === 0x22) this.#string();
    else if (code === 0x7b) this.#open({});
    else if (code === 0x5b) this.#open([]);
    else if (code === 0x7d || code === 0x5d) this.#close();
    else if (code === 0x74) this.#word(true, 4);
    else if (code === 0x66) this.#word(false, 5);
    else if (code === 0x6e) this.#word(null, 4);
    else if (code === 0x2d || (code >= 0x30 && code <= 0x39)) this.#number();
    else this.#at += 1; // blank, comma, colon
  }

  #word(value: boolean | null, length: number): void {
    this.#at += length;
    this.#put(value);
  }

  #number(): void {
    const start = this.#at;
    while (this.#at < this.#text.length && ',]} \t\r\n'.indexOf(this.#text.charAt(this.#at)) < 0) this.#at += 1;
    const text = this.#text.slice(start, this.#at);
    const value = this.#readNumber(text);
    if (typeof value !== 'number') this.#keep(text);
    this.#put(value);
  }

  /** Notes where the number goes that is put next. */
  #keep(text: string): void {
    const frame = this.#frames.at(-1);
    if (!frame) this.#kept.push({ holder: this.#root, key: 0, text });
    else
      this.#kept.push({ holder: frame.value, key: Array.isArray(frame.value) ? frame.value.length : frame.name, text });
  }

  #string(): void {
    const start = this.#at;
    let end = start + 1;
    let escaped = false;
    for (let code = this.#text.charCodeAt(end); code !== 0x22; code = this.#text.charCodeAt(end)) {
      if (code === 0x5c) {
        escaped = true;
        end += 1;
      }
      end += 1;
    }
    this.#at = end + 1;
    const text = escaped ? String(JSON.parse(this.#text.slice(start, end + 1))) : this.#text.slice(start + 1, end);
    const frame = this.#frames.at(-1);
    if (!frame || Array.isArray(frame.value) || !this.#isName()) {
      this.#put(text);
      return;
    }
    frame.name = text;
    if (!frame.members && (Object.hasOwn(frame.value, text) || WHOLE_NAME.test(text)))
      frame.members = Object.entries(frame.value);
  }

  /** Whether the string just read is followed by a colon; steps behind it. */
  #isName(): boolean {
    let at = this.#at;
    while (' \t\r\n'.includes(this.#text.charAt(at)) && at < this.#text.length) at += 1;
    if (this.#text.charCodeAt(at) !== 0x3a) return false;
    this.#at = at + 1;
    return true;
  }

  #open(value: JsonObject | unknown[]): void {
    this.#at += 1;
    this.#put(value);
    this.#frames.push({ value, name: '', members: undefined });
  }

  #put(value: unknown): void {
    const frame = this.#frames.at(-1);
    if (!frame) this.#root[0] = value;
    else if (Array.isArray(frame.value)) frame.value.push(value);
    else {
      frame.members?.push([frame.name, value]);
      if (frame.name !== '__proto__') frame.value[frame.name] = value;
      else
        Object.defineProperty(frame.value, frame.name, { value, enumerable: true, writable: true, configurable: true });
    }
  }

  #close(): void {
    this.#at += 1;
    const frame = this.#frames.pop();
    if (!frame?.members) return;
    const names = Object.keys(frame.value);
    const same = names.length === frame.members.length && frame.members.every(([name], at) => name === names[at]);
    if (!same) this.#unlike.push({ object: frame.value, members: frame.members });
  }
}

/** Reads valid JSON to the digit. What `readNumber` gives in place of a number is told in `kept`. */
export function readWritten(text: string, readNumber: ReadNumber): WrittenJson {
  return new WrittenReader(text, readNumber).read();
}
