import type { ReadAddress } from '#shared/address/address-verdict.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { useMasked } from '../../ui/masking.ts';

export interface FullAddressProps {
  /** As the server wrote it. */
  readonly text: string;
  /** Undefined when it is no web address. */
  readonly address: ReadAddress | undefined;
}

/** The whole address with the site in bold, and a way to copy it. */
export function FullAddress({ text, address }: FullAddressProps) {
  const before = useMasked(address?.before);
  const after = useMasked(address?.after);
  return (
    <section aria-label="Full address">
      <div className="row">
        <span className="fs12 b5">Full address</span>
        <span className="sp" />
        <CopyButton text={() => address?.href ?? text} />
      </div>
      <p className="codebox url-full mono">
        {address ? (
          <>
            <span className="t3">{before}</span>
            <b>{address.site}</b>
            <span className="t3">{after}</span>
          </>
        ) : (
          <ForeignText text={text === '' ? 'The server gave none' : text} limit={8192} />
        )}
      </p>
    </section>
  );
}
