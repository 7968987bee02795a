/** How a value is edited. */
export type FieldKind =
  | 'text'
  | 'number'
  | 'boolean'
  | 'choice'
  | 'choices'
  /** Bytes in a text, as base64. */
  | 'file'
  | 'list'
  /** A list whose places have schemas of their own. */
  | 'tuple'
  | 'object'
  | 'union'
  /** Anything the form has no control for: edited as JSON. */
  | 'json';
