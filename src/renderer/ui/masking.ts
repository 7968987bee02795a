import { createContext, useContext, useMemo } from 'react';

/** A copy of a value for the eyes of an audience. A text stays a text, and an object keeps its members. */
export type Mask = <T>(value: T) => T;

/** How what is shown is masked below; undefined where it is shown as it is. What is sent is never touched by it. */
export const MaskContext = createContext<Mask | undefined>(undefined);

/** A value as it may be shown here. */
export function useMasked<T>(value: T): T {
  const mask = useContext(MaskContext);
  return useMemo(() => (mask ? mask(value) : value), [mask, value]);
}
