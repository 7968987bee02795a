import { messageOf } from '#shared/errors.ts';
import type { RunScriptInput } from '#shared/script/run-script.ts';
import type { Wirebench } from '../store/wirebench.tsx';
import { chooseFile } from './choose-file.ts';

/** Scripts over this size are not read, bytes. */
const MOST_BYTES = 4_000_000;

/** Plays the tour that comes with the app. */
export async function playTour({ page }: Wirebench): Promise<void> {
  const [{ TOUR }, { RunScript }] = await Promise.all([
    import('#shared/script/tour.ts'),
    import('#shared/script/run-script.ts'),
  ]);
  page.getState().set({ demo: { name: 'demo-tour.yaml', script: RunScript.parse(TOUR), opened: Date.now() } });
}

/** Plays a script that was just made; `name` is that of its file. */
export async function playMade({ page }: Wirebench, script: RunScriptInput, name: string): Promise<void> {
  const { RunScript } = await import('#shared/script/run-script.ts');
  page.getState().set({ demo: { name, script: RunScript.parse(script), opened: Date.now() } });
}

/** Reads a script file and shows it in demo mode, or why it cannot be played. */
async function playScript({ page }: Wirebench, file: File): Promise<void> {
  const opened = Date.now();
  try {
    if (file.size > MOST_BYTES) throw new Error(`"${file.name}" is larger than 4 MB, so it is no script.`);
    const { readScript } = await import('#shared/script/read-script.ts');
    const script = await readScript(await file.text(), file.name);
    page.getState().set({ demo: { name: file.name, script, opened } });
  } catch (error) {
    page.getState().set({ demo: { name: file.name, problem: messageOf(error), opened } });
  }
}

/** Lets a person choose a script, and plays it. */
export function openScriptFile(wirebench: Wirebench): void {
  chooseFile('.yaml,.yml,.json', (file) => void playScript(wirebench, file));
}
