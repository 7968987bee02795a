/** A message kind or state; each has one colour family in tokens.css (DESIGN 6.2). */
export type Kind = 'req' | 'res' | 'srv' | 'ntf' | 'wait' | 'err' | 'ok' | 'auth';
