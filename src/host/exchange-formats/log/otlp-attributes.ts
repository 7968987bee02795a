import { CREATOR } from './session-facts.ts';

export type OtlpValue = string | number | boolean;

export interface OtlpAttribute {
  key: string;
  value: { stringValue: string } | { intValue: string } | { boolValue: boolean };
}

export const LOG_SCOPE = { name: `${CREATOR.name.toLowerCase()}.log`, version: CREATOR.version };

/** Attributes in the form of OTLP/JSON; whole numbers are strings there. Those without a value are left out. */
export function otlpAttributes(list: readonly (readonly [string, OtlpValue | undefined])[]): OtlpAttribute[] {
  return list.flatMap(([key, value]) => (value === undefined ? [] : [{ key, value: wrapped(value) }]));
}

function wrapped(value: OtlpValue): OtlpAttribute['value'] {
  if (typeof value === 'number') return { intValue: String(Math.round(value)) };
  return typeof value === 'boolean' ? { boolValue: value } : { stringValue: value };
}
