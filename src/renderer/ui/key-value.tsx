import { Fragment, type ReactNode } from 'react';

export interface KeyValueItem {
  readonly label: string;
  readonly value: ReactNode;
  readonly mono?: boolean | undefined;
}

/** C24. Facts as a definition list. */
export function KeyValue({ items }: { readonly items: readonly KeyValueItem[] }) {
  return (
    <dl className="kv">
      {items.map((item) => (
        <Fragment key={item.label}>
          <dt>{item.label}</dt>
          <dd className={item.mono ? 'mono' : undefined}>{item.value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
