/** Ends an exhaustive switch: a new arm of the union becomes a compile error here. */
export function unreachable(value: never): never {
  throw new Error(`unexpected value ${JSON.stringify(value)}`);
}
