import { type BrowserWindow, dialog } from 'electron';

/** The system's dialog for one folder, on the window where there is one: its path, or undefined when none was chosen. */
export async function pickFolder(window: BrowserWindow | undefined): Promise<string | undefined> {
  const options = { title: 'Choose a folder', properties: ['openDirectory' as const, 'createDirectory' as const] };
  const { canceled, filePaths } = await (window
    ? dialog.showOpenDialog(window, options)
    : dialog.showOpenDialog(options));
  return canceled ? undefined : filePaths[0];
}
