import { type ReactNode, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { plural } from '../ui/format.ts';

export interface PortionsProps<T> {
  readonly items: readonly T[];
  /** One of them in a word: `block`. */
  readonly noun: string;
  readonly children: (item: T, index: number) => ReactNode;
}

/** Items drawn at first, and with each press: a server says how many there are, the page how many it draws. */
const PORTION = 100;

/** A list that nobody bounds, a portion at a time. */
export function Portions<T>({ items, noun, children }: PortionsProps<T>) {
  const [limit, setLimit] = useState(PORTION);
  const left = items.length - limit;
  return (
    <>
      {items.slice(0, limit).map(children)}
      {left > 0 && (
        <p className="row payload-more">
          <Button size="sm" onClick={() => setLimit(limit + PORTION)}>
            Show more
          </Button>
          <span className="fs11 t3 tn">{plural(left, noun)} left</span>
        </p>
      )}
    </>
  );
}
