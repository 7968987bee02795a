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
