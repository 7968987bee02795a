import { useEffect, useState } from 'react';
import type { IconOwner, IconSet } from '#shared/icons.ts';
import type { HostLink } from './host.ts';
import { useWirebench } from './wirebench.tsx';

/** Whose icons: a place in a list of a session as it was read (`epoch`), or the server itself. */
export interface IconRef {
  readonly sessionId: string;
  readonly of: IconOwner;
  readonly epoch?: number | undefined;
  readonly at: number;
}

/** What passes by while a list is scrolled is not asked for, milliseconds. */
const PAUSE_MS = 60;
/** Owners of one call: their icons may have 64 KB each. */
const AT_ONCE = 24;
const KEPT = 300;

const keyOf = ({ sessionId, of, epoch, at }: IconRef): string => `${sessionId}/${of}/${epoch}/${at}`;
/** What one call can ask for. */
const listOf = ({ sessionId, of, epoch }: IconRef): string => `${sessionId}/${of}/${epoch}`;

interface Wish {
  readonly ref: IconRef;
  readonly told: Set<(icons: IconSet) => void>;
}

/** The icons that were shown lately, and those that are wanted; several wishes make one call. */
class IconStore {
  readonly #link: HostLink;
  readonly #kept = new Map<string, IconSet>();
  readonly #wishes = new Map<string, Wish>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(link: HostLink) {
    this.#link = link;
  }

  here(ref: IconRef): IconSet | undefined {
    return this.#kept.get(keyOf(ref));
  }

  /** Tells the icons once they are here, unless the signal aborts before. */
  want(ref: IconRef, told: (icons: IconSet) => void, signal: AbortSignal): void {
    const key = keyOf(ref);
    const wish = this.#wishes.get(key) ?? { ref, told: new Set() };
    wish.told.add(told);
    this.#wishes.set(key, wish);
    signal.addEventListener('abort', () => {
      wish.told.delete(told);
      if (wish.told.size === 0 && this.#wishes.get(key) === wish) this.#wishes.delete(key);
    });
    this.#timer ??= setTimeout(() => this.#ask(), PAUSE_MS);
  }

  #ask(): void {
    this.#timer = undefined;
    const lists = new Map<string, Wish[]>();
    for (const wish of this.#wishes.values()) {
      const list = listOf(wish.ref);
      lists.set(list, [...(lists.get(list) ?? []), wish]);
    }
    this.#wishes.clear();
    for (const wishes of lists.values()) {
      for (let from = 0; from < wishes.length; from += AT_ONCE) void this.#askFor(wishes.slice(from, from + AT_ONCE));
    }
  }

  async #askFor(wishes: readonly Wish[]): Promise<void> {
    const [first] = wishes;
    if (!first) return;
    const { sessionId, of, epoch } = first.ref;
    const at = wishes.map(({ ref }) => ref.at);
    // Without an answer the generic glyph stays: an icon is decoration.
    const answer = await this.#link
      .client()
      ['icon.list']({ sessionId, of, epoch, at })
      .catch(() => undefined);
    answer?.icons.forEach((icons, index) => {
      const wish = wishes[index];
      if (!wish) return;
      this.#keep(keyOf(wish.ref), icons);
      for (const tell of wish.told) tell(icons);
    });
  }

  #keep(key: string, icons: IconSet): void {
    this.#kept.set(key, icons);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= KEPT) break;
      this.#kept.delete(oldest);
    }
  }
}

/** Goes with the link. */
const stores = new WeakMap<HostLink, IconStore>();

function storeOf(link: HostLink): IconStore {
  const known = stores.get(link);
  if (known) return known;
  const fresh = new IconStore(link);
  stores.set(link, fresh);
  return fresh;
}

/** The icons that may be drawn, and why others may not; undefined until the host told them, and where there are none. */
export function useIcons(ref: IconRef | undefined): IconSet | undefined {
  const { link } = useWirebench();
  const key = ref && keyOf(ref);
  const [told, setTold] = useState<{ key: string; icons: IconSet }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says whose icons they are
  useEffect(() => {
    if (!ref || key === undefined) return;
    const known = storeOf(link).here(ref);
    // What is on show stays there, also when the store lets go of it.
    if (known) return setTold({ key, icons: known });
    const life = new AbortController();
    storeOf(link).want(ref, (icons) => setTold({ key, icons }), life.signal);
    return () => life.abort();
  }, [key, link]);
  if (!ref) return undefined;
  return told?.key === key ? told?.icons : storeOf(link).here(ref);
}
