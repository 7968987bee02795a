const NAME =
  /token|secret|passw(?:or)?d|pwd$|api[-_]?key|access[-_]?key|private[-_]?key|credential|^auth|authorization|cookie/i;
const VALUE =
  /^(?:Bearer\s+\S|Basic\s+\S|sk-|sk_live_|gh[pousr]_|github_pat_|glpat-|xox[abprs]-|AKIA[0-9A-Z]{12}|AIza|eyJ[\w-]+\.)/;

/** Whether a variable, header, option or query key is named like one that holds a secret. */
export function isSecretName(name: string): boolean {
  return NAME.test(name);
}

/** Whether a value has the shape of a well-known kind of key or token. */
export function isSecretValue(value: string): boolean {
  return VALUE.test(value);
}

const ARGUMENT =
  /(?:^|[_.-])(?:password|passwd|passphrase|secret|api[_-]?key|(?:access|auth|bearer|refresh|id)[_-]?token|private[_-]?key|credentials?)$/i;

/** Whether an argument of a tool is named like a secret: fewer names than for a variable, `author` and `page_token` are none. */
export function isSecretArgument(name: string): boolean {
  return ARGUMENT.test(name.replace(/([a-z0-9])([A-Z])/g, '$1_$2'));
}

const FIELD =
  /pass(word|phrase|wd)?\b|passw|secret|token|api[ _-]?key|private[ _-]?key|credit|card|cvv|\bpin\b|\bssn\b/i;

/** Whether a field of a server's form is named or titled like a secret, which the protocol forbids to ask for in one. */
export function isSecretField(name: string, title = ''): boolean {
  return FIELD.test(`${name.replaceAll('_', ' ')} ${title}`);
}
