import type { AddressVerdict, AddressWarning } from '#shared/address/address-verdict.ts';
import { Callout } from '../../ui/callout.tsx';

/** What is odd about an address, or why it is not opened. */
export function AddressWarnings({ verdict }: { readonly verdict: AddressVerdict }) {
  if (!verdict.open) {
    return (
      <Callout kind="err" title={verdict.title}>
        {verdict.why}
      </Callout>
    );
  }
  return verdict.warnings.map((warning) => (
    <Callout key={warning.code} kind="wait" title={warning.title}>
      <OddName warning={warning} />
      {warning.why}
    </Callout>
  ));
}

/** The name as it reads, its odd letters marked. */
function OddName({ warning: { reads } }: { readonly warning: AddressWarning }) {
  if (!reads) return null;
  return (
    <>
      It reads as{' '}
      <bdi dir="ltr" className="mono b6 odd-name">
        {reads.map(({ text, odd }, place) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one name never move
          odd ? <mark key={place}>{text}</mark> : text,
        )}
      </bdi>
      .{' '}
    </>
  );
}
