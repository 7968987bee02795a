import { isLetterCaps } from '../../ui/letter-keys.ts';

/** Keys that belong to a view and stay as they are. */
export interface ViewKeys {
  readonly title: string;
  /** Where they act. */
  readonly scope: string;
  /** As caps. */
  readonly keys: readonly string[];
}

const TOOLS = 'Tools and prompts';
const LISTS = 'Lists and tables';
const TRAFFIC = 'Traffic';
const ASKS = 'Inbox and questions';

/** Keys that belong to views, not to commands of the frame (DESIGN 3.8). */
export const IN_VIEWS: readonly ViewKeys[] = [
  { scope: TOOLS, title: 'Run the tool or prompt', keys: ['mod', 'enter'] },
  { scope: TOOLS, title: 'Send arguments that do not match', keys: ['mod', 'shift', 'enter'] },
  { scope: TOOLS, title: 'Form or JSON', keys: ['mod', 'E'] },
  { scope: TOOLS, title: 'Earlier arguments', keys: ['alt', 'up'] },
  { scope: TOOLS, title: 'Later arguments', keys: ['alt', 'down'] },
  { scope: TOOLS, title: 'Save the arguments as an example', keys: ['mod', 'D'] },
  { scope: TOOLS, title: 'Stop the running call', keys: ['mod', '.'] },
  { scope: TOOLS, title: 'Next problem of the arguments', keys: ['F8'] },
  { scope: TOOLS, title: 'Previous problem of the arguments', keys: ['shift', 'F8'] },
  { scope: TOOLS, title: 'Jump to the result', keys: ['mod', 'shift', 'J'] },
  { scope: LISTS, title: 'Filter the list', keys: ['/'] },
  { scope: LISTS, title: 'Filter the view, also while typing', keys: ['mod', 'F'] },
  { scope: LISTS, title: 'Close, clear the filter, go to the list', keys: ['esc'] },
  { scope: LISTS, title: 'Move in a list or table', keys: ['up', 'down'] },
  { scope: LISTS, title: 'Down in a list or table', keys: ['J'] },
  { scope: LISTS, title: 'Up in a list or table', keys: ['K'] },
  { scope: LISTS, title: 'Open; the focus moves to what opens', keys: ['enter'] },
  { scope: LISTS, title: 'Copy the row as JSON', keys: ['mod', 'C'] },
  { scope: TRAFFIC, title: 'Copy the row of Traffic in another form', keys: ['mod', 'shift', 'C'] },
  { scope: 'Logs', title: 'Follow the log, or stop following', keys: ['mod', 'shift', 'T'] },
  { scope: 'Logs', title: 'Follow the log again', keys: ['End'] },
  { scope: TRAFFIC, title: 'Open or close a row of Traffic', keys: ['right', 'left'] },
  { scope: TRAFFIC, title: 'Mark a row of Traffic to compare', keys: ['Space'] },
  { scope: TRAFFIC, title: 'Compare the two marked rows', keys: ['shift', 'C'] },
  { scope: TRAFFIC, title: 'Next failure in Traffic', keys: ['N'] },
  { scope: TRAFFIC, title: 'Previous failure in Traffic', keys: ['shift', 'N'] },
  { scope: TRAFFIC, title: 'Only failures in Traffic, or all', keys: ['E'] },
  { scope: TRAFFIC, title: 'Pin the log of Traffic', keys: ['P'] },
  { scope: TRAFFIC, title: 'The whole session in Traffic', keys: ['0'] },
  { scope: TRAFFIC, title: 'Send the request of a row again', keys: ['R'] },
  { scope: 'Compare', title: 'Next difference of a comparison', keys: ['F7'] },
  { scope: 'Compare', title: 'Previous difference of a comparison', keys: ['shift', 'F7'] },
  { scope: ASKS, title: 'Answer in the inbox', keys: ['A'] },
  { scope: ASKS, title: 'Decline in the inbox', keys: ['D'] },
  { scope: ASKS, title: 'Accept and send a reply', keys: ['mod', 'enter'] },
];

/** Those of them that do something: without `letters` single characters do not. */
export const viewKeys = (letters: boolean): readonly ViewKeys[] =>
  IN_VIEWS.filter(({ keys }) => letters || !isLetterCaps(keys));
