import type { SettingField } from '#shared/fix.ts';
import type { EnvEntry } from '#shared/session.ts';
import type { Expanded } from './expand.ts';

/** Something to tell about a start, besides what fails. */
export interface LaunchNote {
  text: string;
  level: 'info' | 'warn';
}

/** Collects what could not be filled in, over all settings of a server. */
export class Filled {
  /** Reference as it is written, to the place it stands in. */
  readonly #unset = new Map<string, string>();
  /** Id of an input that has to be answered, to the setting that refers to it. */
  readonly open = new Map<string, SettingField>();

  /** Reference that took a value from a variable, to the place it stands in. */
  readonly #used = new Map<string, string>();

  /** Takes note of one text; gives it back. `place` goes into a sentence: `the arguments`. */
  take(expanded: Expanded, field: SettingField, place: string): Expanded {
    for (const reference of expanded.unset) if (!this.#unset.has(reference)) this.#unset.set(reference, place);
    for (const reference of expanded.used) this.#used.set(reference, place);
    for (const id of expanded.open) if (!this.open.has(id)) this.open.set(id, field);
    return expanded;
  }

  notes(): LaunchNote[] {
    return [...this.#unset].map(([reference, place]) => ({
      text: `${reference} in ${place} has no value here, so it is passed on as it is written.`,
      level: 'warn',
    }));
  }

  /** What leaves this computer with a request although it is written nowhere in the settings. */
  sent(): LaunchNote[] {
    return [...this.#used].map(([reference, place]) => ({
      text: `${reference} in ${place} is filled in with the variable of this computer, so its value is sent to this address.`,
      level: 'info',
    }));
  }

  /** Entries for variables that were referred to and are set nowhere. */
  missing(known: ReadonlySet<string>): EnvEntry[] {
    const names = [...this.#unset.keys()].map((text) => /^\$\{(?:env:)?([A-Za-z_]\w*)\}$/.exec(text)?.[1]);
    return [...new Set(names)].flatMap((name) =>
      name === undefined || known.has(name) ? [] : [{ name, source: 'missing' as const }],
    );
  }
}
