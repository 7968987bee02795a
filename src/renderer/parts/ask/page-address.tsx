import { addressVerdict } from '#shared/address/address-verdict.ts';
import { AddressWarnings } from './address-warnings.tsx';
import { FullAddress } from './full-address.tsx';

/** The whole address of a web page with what is odd about it. Nothing is fetched or opened. */
export function PageAddress({ text }: { readonly text: string }) {
  const verdict = addressVerdict(text);
  return (
    <>
      <FullAddress text={text} address={verdict.open ? verdict.address : undefined} />
      <AddressWarnings verdict={verdict} />
    </>
  );
}
