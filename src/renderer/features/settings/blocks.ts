import type { ComponentType } from 'react';
import { BINDINGS } from '../../parts/keys/bindings.ts';
import { IN_VIEWS } from '../../parts/keys/view-keys.ts';
import { AllowedToolList } from './allowed-tools.tsx';
import { Appearance } from './appearance.tsx';
import { AskNotices } from './ask-notices.tsx';
import { CommandKeys } from './command-keys.tsx';
import { FixedKeys } from './fixed-keys.tsx';
import { KeptSessions } from './kept-sessions.tsx';
import { LetterKeys } from './letter-keys.tsx';
import { ListRules } from './list-rules.tsx';
import { Profiles } from './profiles.tsx';
import { Providers } from './providers.tsx';
import { Requests } from './requests.tsx';
import { Roots } from './roots.tsx';
import { RoundLimit } from './round-limit.tsx';
import { RuleList } from './rule-list.tsx';
import type { SectionId } from './section-list.ts';
import { TimeLimits } from './time-limits.tsx';

export interface SettingsBlock {
  readonly section: SectionId;
  readonly component: ComponentType;
  /** What the search finds it by, besides the title of its section: headings and names of its rows. */
  readonly words: string;
}

/** What the pages of the settings are made of, in the order of each page. */
export const SETTINGS_BLOCKS: readonly SettingsBlock[] = [
  { section: 'appearance', component: Appearance, words: 'Theme system light dark' },
  { section: 'keyboard', component: LetterKeys, words: 'Single-letter keys letters off' },
  {
    section: 'keyboard',
    component: CommandKeys,
    words: `Keys of commands shortcuts bindings change reset ${BINDINGS.map(({ title }) => title).join(' ')}`,
  },
  {
    section: 'keyboard',
    component: FixedKeys,
    words: `Fixed keys of views ${IN_VIEWS.map(({ title }) => title).join(' ')}`,
  },
  { section: 'connections', component: TimeLimits, words: 'Time limits timeouts connecting sign of life call seconds' },
  {
    section: 'connections',
    component: ListRules,
    words: 'Lists resources load all pages fetch again when they change read',
  },
  {
    section: 'asks',
    component: Requests,
    words: 'Requests from servers forms questions elicitation web pages URL model replies sampling decline not offered',
  },
  { section: 'asks', component: Roots, words: 'Roots folders addresses sent to servers' },
  { section: 'asks', component: RuleList, words: 'Rules reply tool schema fixed made-up random provider delay' },
  { section: 'asks', component: Profiles, words: 'Profiles sets of rules export import' },
  {
    section: 'asks',
    component: AllowedToolList,
    words: 'Tools that are always allowed approvals models scripts run without asking',
  },
  { section: 'asks', component: RoundLimit, words: 'Calls that ask back rounds of one call limit endless' },
  { section: 'asks', component: AskNotices, words: 'Notifications of the system in the background' },
  {
    section: 'providers',
    component: Providers,
    words: 'Model providers keys base URL OpenAI Ollama LM Studio sampling test',
  },
  { section: 'recording', component: KeptSessions, words: 'Kept sessions room on disk age days retention limit' },
];
