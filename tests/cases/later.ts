import { loadCases } from './cases.ts';

/** An expectation about something only a person sees on screen, so no host test can show it. */
export interface LaterEntry {
  readonly caseId: string;
  /** Index into the case's `expect`. */
  readonly expectIndex: number;
  /** The sentence, exactly as in `cases.json`. */
  readonly expect: string;
  /** The view that has to show it. */
  readonly view: string;
  /** The test of that view which shows it, once there is one. */
  readonly provenBy?: string;
}

/** The expectations of the cases that a host test proves, which belong to a view. */
export const later: LaterEntry[] = [
  {
    caseId: 'stdout-banner',
    expectIndex: 2,
    expect: 'No dialog or toast per line.',
    view: 'Traffic wire view S17',
  },
  {
    caseId: 'stdout-invalid-utf8',
    expectIndex: 1,
    expect: 'The raw bytes can be seen as hex.',
    view: 'Traffic wire view S17',
  },
  {
    caseId: 'stdout-huge-line',
    expectIndex: 1,
    expect: 'The window stays responsive; the big text is shown cut, with its size and a way to save it.',
    view: 'Tool result view S09',
    provenBy: 'tests/e2e/content-cases.test.ts',
  },
  {
    caseId: 'crash-on-start',
    expectIndex: 1,
    expect: 'A retry button is offered.',
    view: 'Diagnosis view S05',
    provenBy: 'tests/renderer/app/app.test.tsx',
  },
  {
    caseId: 'ignore-sigterm',
    expectIndex: 1,
    expect: 'The UI shows "stopping" meanwhile and does not block.',
    view: 'Workspace header S06',
    provenBy: 'tests/renderer/app/app.test.tsx',
  },
  {
    caseId: 'dies-idle',
    expectIndex: 1,
    expect: 'A reconnect button is offered.',
    view: 'Workspace header S06',
    provenBy: 'tests/renderer/app/app.test.tsx',
  },
  {
    caseId: 'dies-idle',
    expectIndex: 2,
    expect: 'Lists stay readable but are marked stale.',
    view: 'Tool list view S07',
    provenBy: 'tests/renderer/features/tools/tool-list.test.tsx',
  },
  {
    caseId: 'progress-odd-values',
    expectIndex: 0,
    expect:
      'One bar for the call; without total an indeterminate bar with the number; no value over 100 %, no crash on strings, NaN or missing fields, one line of text at a time (no toast per report).',
    view: 'Tool result view S09',
    provenBy: 'tests/e2e/content-cases.test.ts',
  },
  {
    caseId: 'launch-space-path',
    expectIndex: 1,
    expect: 'Copying "the command line" from the client gives text that works when pasted into a terminal.',
    view: 'Diagnosis view S05',
    provenBy: 'tests/renderer/parts/shell-line.test.ts',
  },
  {
    caseId: 'http-header-nonascii',
    expectIndex: 0,
    expect:
      'The header editor points at the value and the character, offers trimming and percent-encoding, and names the unset variable. The rest of the app keeps working.',
    view: 'Server review S02',
    provenBy: 'tests/renderer/features/add-server/review-dialog.test.tsx',
  },
];

/** The sentences of a case that a host test must prove: all that no view has to show. Throws for an unknown case. */
export function hostExpectations(caseId: string): string[] {
  const found = loadCases().find((c) => c.id === caseId);
  if (!found) throw new Error(`No case is called ${caseId}.`);
  return found.expect.filter((_, index) => !later.some((l) => l.caseId === caseId && l.expectIndex === index));
}
