const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/** What each further Ctrl-C does, the last one again and again. */
export interface SignalSteps {
  /** Stop what runs. `exitCode` is what a shell expects of a process that a signal ended. */
  first(exitCode: number): void;
  /** Do not wait for the server any longer. */
  second(): void;
  /** Leave now. */
  third(exitCode: number): void;
}

/** Listens until the returned function is called. */
export function onSignals(steps: SignalSteps): () => void {
  let count = 0;
  const listener = (signal: NodeJS.Signals): void => {
    const code = CODES[signal as keyof typeof CODES]; // only these three are listened to
    count += 1;
    if (count === 1) steps.first(code);
    else if (count === 2) steps.second();
    else steps.third(code);
  };
  for (const signal of SIGNALS) process.on(signal, listener);
  return () => {
    for (const signal of SIGNALS) process.off(signal, listener);
  };
}
