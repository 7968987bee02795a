/** Which model was taken for which hint of a server, and by what part of its name. */
export interface HintMatch {
  readonly model: string;
  readonly hint: string;
  /** What was found in the model's name: the hint itself, or a word that means the same. */
  readonly by: string;
}

/** Words of hints and the parts of model names that mean the same at one provider or another. */
const ALIKE: readonly (readonly string[])[] = [
  ['small', 'fast', 'cheap', 'mini', 'nano', 'lite', 'flash', 'haiku', 'tiny'],
  ['large', 'smart', 'big', 'opus', 'pro', 'max'],
  ['medium', 'balanced', 'sonnet'],
];

/** A part of a model's name between its signs, so that `pro` is not found in `prompt`. */
function hasPart(model: string, part: string): boolean {
  return model
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .includes(part);
}

/**
 * The first model that a hint fits, hints in their order (SAMP-05): first as a part of the name, without regard to
 * case, then by words that mean the same. Undefined when none fits.
 */
export function matchModel(hints: readonly string[], models: readonly string[]): HintMatch | undefined {
  for (const hint of hints) {
    const part = hint.trim().toLowerCase();
    if (part === '') continue;
    const named = models.find((model) => model.toLowerCase().includes(part));
    if (named !== undefined) return { model: named, hint, by: hint };
    for (const by of ALIKE.find((words) => words.includes(part)) ?? []) {
      const alike = models.find((model) => hasPart(model, by));
      if (alike !== undefined) return { model: alike, hint, by };
    }
  }
  return undefined;
}
