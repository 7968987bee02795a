/** A page of the settings. */
export interface SettingsSection {
  /** What `page.settingsAt` holds. */
  readonly id: string;
  readonly title: string;
}

/** The pages of the settings, in the order they are listed (DESIGN S35). */
export const SETTINGS_SECTIONS = [
  { id: 'appearance', title: 'Appearance' },
  { id: 'keyboard', title: 'Keyboard' },
  { id: 'connections', title: 'Connections' },
  { id: 'asks', title: 'What servers may ask' },
  { id: 'providers', title: 'Model providers' },
  { id: 'recording', title: 'Recording and logs' },
] as const satisfies readonly SettingsSection[];

export type SectionId = (typeof SETTINGS_SECTIONS)[number]['id'];
