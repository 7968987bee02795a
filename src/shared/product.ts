/** Product constants: the only place where the name and the protocol versions are written. */
export const PRODUCT_NAME = 'Wirebench';
export const PRODUCT_ID = 'wirebench';
export const PRODUCT_VERSION = '0.1.0';

/** Versions of the legacy era this client speaks, newest first. */
export const LEGACY_VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;
/** Versions of the modern era this client speaks, newest first. */
export const MODERN_VERSIONS = ['2026-07-28'] as const;

export type EraName = 'legacy' | 'modern';

/** The era a protocol version belongs to, or undefined when this client does not know the version. */
export function eraOfVersion(version: string): EraName | undefined {
  if ((MODERN_VERSIONS as readonly string[]).includes(version)) return 'modern';
  if ((LEGACY_VERSIONS as readonly string[]).includes(version)) return 'legacy';
  return undefined;
}
