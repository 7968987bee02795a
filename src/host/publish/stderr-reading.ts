import type { WireRecord } from '#shared/records.ts';
import type { WireLogReader } from '../store/log-files.ts';
import type { Growable } from './growable.ts';

/** Lines that are read from the log at once. */
const PART = 2000;

export interface StderrReadingOptions {
  log: WireLogReader;
  /** The record number of each line of the stderr view. */
  seqs: () => Growable;
  /** Told of every line, in order. */
  line(record: WireRecord, row: number): void;
  /** Some more lines were told. */
  went(): void;
}

/** Reads the stderr view of a log that was folded before: once, part by part, and not before somebody asks. */
export class StderrReading {
  readonly #options: StderrReadingOptions;
  #reading: Promise<void> | undefined;
  /** The first line that was not told. */
  #row = 0;

  constructor(options: StderrReadingOptions) {
    this.#options = options;
  }

  /** Resolves when every line was told; tried again when it failed. */
  done(): Promise<void> {
    this.#reading ??= this.#read().catch((error: unknown) => {
      this.#reading = undefined;
      throw error;
    });
    return this.#reading;
  }

  async #read(): Promise<void> {
    const { log, line, went } = this.#options;
    const seqs = this.#options.seqs();
    while (this.#row < seqs.length) {
      const from = this.#row;
      const part = Array.from({ length: Math.min(PART, seqs.length - from) }, (_, i) => seqs.at(from + i));
      for (const record of await log.records(part)) {
        if (record) line(record, this.#row);
        this.#row += 1;
      }
      went();
    }
  }
}
