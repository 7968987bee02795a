import { filterKey } from './filter-keys.ts';
import { type FilterToken, filterTokens } from './filter-tokens.ts';
import type { FilterNode, FilterProblem, ParsedFilter } from './filter-tree.ts';

/** Conditions that one filter may have. */
const MAX_TERMS = 30;
/** Brackets within brackets that are read. */
const MAX_DEPTH = 20;
const SHOWN_KEY = 30;

/** One conditions list that is always met. */
const ALL: FilterNode = { op: 'and', parts: [] };

function joined(op: 'and' | 'or', parts: (FilterNode | undefined)[]): FilterNode | undefined {
  const real = parts.filter((part) => part !== undefined);
  return real.length > 1 ? { op, parts: real } : real[0];
}

/**
 * Reads pieces by descent, loosest first: `|` with a space beside it, then conditions in a row, then `|` without a
 * space, then `-`. What means nothing is left out of the tree.
 */
class Parser {
  readonly problems: FilterProblem[] = [];
  readonly #tokens: readonly FilterToken[];
  #at = 0;
  #terms = 0;
  #depth = 0;

  constructor(tokens: readonly FilterToken[]) {
    this.#tokens = tokens;
  }

  any(): FilterNode | undefined {
    const parts = [this.#all()];
    while (this.#next?.kind === 'or') {
      this.#at += 1;
      parts.push(this.#all());
    }
    return joined('or', parts);
  }

  get #next(): FilterToken | undefined {
    return this.#tokens[this.#at];
  }

  #all(): FilterNode | undefined {
    const parts: (FilterNode | undefined)[] = [];
    for (let next = this.#next; next && next.kind !== 'close'; next = this.#next) {
      if (next.kind === 'or' && !next.tight) break;
      parts.push(this.#tied());
    }
    return joined('and', parts);
  }

  /** Neighbours of bars without a space. An alternative without a key takes that of the one before it. */
  #tied(): FilterNode | undefined {
    const not = this.#next?.kind === 'not';
    if (not) this.#at += 1;
    const parts: (FilterNode | undefined)[] = [];
    let key: string | undefined;
    for (;;) {
      const token = this.#next;
      if (token?.kind === 'term') key = token.key ?? (parts.length > 0 ? key : undefined);
      parts.push(this.#one(key));
      if (this.#next?.kind !== 'or' || !this.#next.tight) break;
      this.#at += 1;
    }
    const part = joined('or', parts);
    return part && not ? { op: 'not', part } : part;
  }

  #one(key: string | undefined): FilterNode | undefined {
    const token = this.#next;
    if (!token || token.kind === 'close' || token.kind === 'or') return undefined;
    this.#at += 1;
    if (token.kind === 'not') {
      const part = this.#one(undefined);
      return part && { op: 'not', part };
    }
    return token.kind === 'open' ? this.#group(token) : this.#term(token, key);
  }

  #group(open: FilterToken): FilterNode | undefined {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) {
      this.#problem(open, `Brackets are nested more than ${MAX_DEPTH} deep`);
      this.#at = this.#tokens.length;
      return undefined;
    }
    const inner = this.any();
    this.#depth -= 1;
    if (this.#next?.kind === 'close') this.#at += 1;
    else this.#problem(open, 'This bracket is never closed');
    return inner;
  }

  #term(token: FilterToken, name: string | undefined): FilterNode | undefined {
    this.#terms += 1;
    if (this.#terms > MAX_TERMS) {
      if (this.#terms === MAX_TERMS + 1) this.#problem(token, `Only the first ${MAX_TERMS} conditions count`);
      return undefined;
    }
    if (token.unclosed) this.#problem(token, 'This quote is never closed');
    const value = token.value.toLowerCase();
    if (name === undefined) return value === '' ? undefined : { op: 'word', text: value };
    const key = filterKey(name);
    if (!key) {
      this.#problem(token, `No filter named ${name.slice(0, SHOWN_KEY)}`);
      return undefined;
    }
    const read = key.read(value.trim());
    if (typeof read !== 'string') return read;
    this.#problem(token, read);
    return undefined;
  }

  #problem({ start, end }: FilterToken, text: string): void {
    this.problems.push({ start, end, text });
  }
}

/**
 * Reads a filter text, DESIGN S16; the grammar is in docs/filter-language.md. Never throws: what is not understood is
 * left out and told as a problem.
 */
export function parseFilter(text: string): ParsedFilter {
  const parser = new Parser(filterTokens(text));
  const tree = parser.any() ?? ALL;
  return { tree, problems: parser.problems };
}

/** Whether a filter lets every row through. */
export function isEmptyFilter(tree: FilterNode): boolean {
  return tree.op === 'and' && tree.parts.length === 0;
}
