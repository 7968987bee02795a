/** What a client must, should or may do, in our words; `*` after a level marks a strength that is our reading. */
export interface Requirement {
  id: string;
  level: string;
  /** L legacy, M modern, B both, X an extension. */
  era: string;
  text: string;
  /** What a tester does to see it. */
  check: string;
  /** Where the specification says so: `M:` 2026-07-28, `L:` 2025-11-25. */
  ref: string;
  /** `done`: a test cites it. `later`: only a person sees it, in a view that is not built. `waived`: not done on purpose. */
  status: 'done' | 'open' | 'later' | 'waived';
  /** The view for `later`, the reason for `waived`. */
  why?: string;
}
