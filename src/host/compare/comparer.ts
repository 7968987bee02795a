import { HostError } from '#shared/errors.ts';
import { CheckThread } from '../check-thread.ts';
import type { CompareJob, CompareOutcome, SideInput } from './compare-job.ts';

/** Time for one comparison, milliseconds. */
const LIMIT_MS = 60_000;
/** Bytes from which a comparison gets a thread of its own, whose memory goes with it. */
const LARGE = 4_000_000;

/** Compares in a thread of its own, which starts with the first comparison. */
export interface Comparer {
  /** Takes the bytes of the job with it. Throws REFUSED, in words, when there is nothing to compare or it takes too long. */
  run(job: CompareJob): Promise<Exclude<CompareOutcome, { refused: string }>>;
  close(): Promise<void>;
}

function bytesOf(input: SideInput): Uint8Array[] {
  if (input.of === 'message') return [input.request, input.response].filter((bytes) => bytes !== undefined);
  const lists = input.of === 'list' ? [input.list] : Object.values(input.lists);
  return lists.flatMap(({ pages }) => pages.map(({ bytes }) => bytes));
}

/** Memory that only one payload lies in goes over without a copy; a small one shares its memory with others. */
function ownBuffers(job: CompareJob): ArrayBuffer[] {
  const buffers = [job.a, job.b].flatMap(bytesOf).flatMap(({ buffer, byteLength }) => {
    return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? buffer : [];
  });
  return [...new Set(buffers)];
}

/** `entry` is the built file of the worker (`check-worker`). */
export function createComparer({ entry }: { entry: string | URL }): Comparer {
  const open = () => new CheckThread<CompareJob, CompareOutcome>({ entry, work: 'compare', limitMs: LIMIT_MS });
  const shared = open();
  const threads = new Set([shared]);
  const run = async (job: CompareJob) => {
    const size = [job.a, job.b].flatMap(bytesOf).reduce((sum, { byteLength }) => sum + byteLength, 0);
    if (size < LARGE) return shared.run(job, ownBuffers(job));
    const own = open();
    threads.add(own);
    const outcome = await own.run(job, ownBuffers(job));
    threads.delete(own);
    await own.close();
    return outcome;
  };
  return {
    run: async (job) => {
      const outcome = await run(job);
      if ('failed' in outcome) throw new HostError('REFUSED', `The two were not compared: ${outcome.failed}`);
      if ('refused' in outcome.result) throw new HostError('REFUSED', outcome.result.refused);
      return outcome.result;
    },
    close: async () => {
      await Promise.all([...threads].map((thread) => thread.close()));
    },
  };
}
