const SECRET_NAME = /token|secret|passw|api[-_]?key|apikey|credential|private[-_]?key|authorization|cookie/i;
const SECRET_VALUE = /^(sk|pk|ghp|gho|ghs|github_pat|xox[abp]|glpat|AKIA|eyJ)[-_\w]{12,}/;

/** Whether a variable or header should not be readable by whoever looks at the screen or at a copy of it. */
export function looksSecret({ name, value }: { readonly name: string; readonly value?: unknown }): boolean {
  return SECRET_NAME.test(name) || (typeof value === 'string' && SECRET_VALUE.test(value));
}
