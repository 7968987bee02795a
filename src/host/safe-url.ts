import { HostError } from '#shared/errors.ts';

/**
 * The address as it may be handed to the system's browser: what the verdict allows, and nothing else (SEC-05). The list
 * of public suffixes behind it is loaded with the first address. Throws HostError REFUSED.
 */
export async function safeExternalUrl(text: string): Promise<string> {
  const { addressVerdict } = await import('#shared/address/address-verdict.ts');
  const verdict = addressVerdict(text);
  if (verdict.open) return verdict.address.href;
  throw new HostError('REFUSED', `${verdict.title}. ${verdict.why}`);
}
