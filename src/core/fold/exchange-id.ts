/** Id of the exchange that a request record begins; `index` is the message's place in a batch. */
export function exchangeId(requestSeq: number, index = 0): string {
  return index === 0 ? `x${requestSeq}` : `x${requestSeq}.${index}`;
}

/** The request record of an exchange id, or undefined when it is no such id. */
export function requestSeqOf(id: string): number | undefined {
  const found = /^x(\d{1,15})(?:\.\d{1,6})?$/.exec(id);
  return found ? Number(found[1]) : undefined;
}
