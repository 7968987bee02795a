import { EventEmitter } from 'node:events';
import type {
  Clipboard,
  Dialog,
  Display,
  NativeTheme,
  OpenDialogReturnValue,
  Rectangle,
  Screen,
  Session,
  Shell,
} from 'electron';
import type { Context } from '../context.ts';
import { strict } from '../strict.ts';

type DialogPart = Pick<Dialog, 'showOpenDialog' | 'showSaveDialog' | 'showMessageBox' | 'showErrorBox'>;

/** `dialog`: each call is written down and takes the next of `answers`, or is cancelled. */
export function createDialog(context: Context, answers: unknown[]): DialogPart {
  const ask = async (kind: string, args: unknown[], otherwise: unknown) => {
    context.record(`dialog.${kind}`, args.at(-1));
    return answers.shift() ?? otherwise;
  };
  return strict('dialog', {
    // A test's answers are what it makes them.
    showOpenDialog: (...args: unknown[]) =>
      ask('showOpenDialog', args, { canceled: true, filePaths: [] }) as Promise<OpenDialogReturnValue>,
    showSaveDialog: (...args: unknown[]) =>
      ask('showSaveDialog', args, { canceled: true, filePath: '' }) as ReturnType<Dialog['showSaveDialog']>,
    showMessageBox: (...args: unknown[]) =>
      ask('showMessageBox', args, { response: 0, checkboxChecked: false }) as ReturnType<Dialog['showMessageBox']>,
    showErrorBox: (title: string, content: string) => {
      context.record('dialog.showErrorBox', title, content);
      process.stderr.write(`dialog: ${title}\n${content}\n`);
    },
  } satisfies DialogPart);
}

type ShellPart = Pick<Shell, 'openExternal' | 'openPath' | 'showItemInFolder' | 'trashItem' | 'beep'>;

/** `shell`: opens nothing. */
export function createShell(context: Context): ShellPart {
  return strict('shell', {
    openExternal: async (url: string) => context.record('shell.openExternal', url),
    openPath: async (path: string) => {
      context.record('shell.openPath', path);
      return '';
    },
    showItemInFolder: (path: string) => context.record('shell.showItemInFolder', path),
    trashItem: async (path: string) => context.record('shell.trashItem', path),
    beep: () => context.record('shell.beep'),
  } satisfies ShellPart);
}

export interface StandInNotifications {
  /** The member of the module. */
  Notification: object;
  /** Presses the notification that is shown; false when there is none. */
  press(): boolean;
}

/** `Notification`: nothing is drawn; what was shown and closed is written down. */
export function createNotification(context: Context): StandInNotifications {
  let shown: EventEmitter | undefined;
  class StandInNotification extends EventEmitter {
    readonly options: { title?: string; body?: string };
    constructor(options: { title?: string; body?: string } = {}) {
      super();
      this.options = options;
    }
    static isSupported(): boolean {
      return true;
    }
    show(): void {
      context.record('Notification.show', { ...this.options });
      shown = this;
    }
    close(): void {
      context.record('Notification.close', this.options.title);
      if (shown === this) shown = undefined;
    }
  }
  return { Notification: strict('Notification', StandInNotification), press: () => shown?.emit('click', {}) ?? false };
}

type ClipboardPart = Pick<Clipboard, 'readText' | 'writeText' | 'clear'>;

/** `clipboard`: a text of this process, not the desktop's. */
export function createClipboard(): ClipboardPart {
  let text = '';
  return strict('clipboard', {
    readText: async () => text,
    writeText: async (next: string) => {
      text = next;
    },
    clear: async () => {
      text = '';
    },
  } satisfies ClipboardPart);
}

/** `nativeTheme`: the system is dark unless `ELECTRON_STANDIN_THEME` is `light`; pages follow through `prefers-color-scheme`. */
export class StandInTheme
  extends EventEmitter
  implements Pick<NativeTheme, 'themeSource' | 'shouldUseDarkColors' | 'shouldUseHighContrastColors'>
{
  readonly shouldUseHighContrastColors = false;
  private source: NativeTheme['themeSource'] = 'system';

  get themeSource(): NativeTheme['themeSource'] {
    return this.source;
  }
  set themeSource(source: NativeTheme['themeSource']) {
    if (source === this.source) return;
    this.source = source;
    this.emit('updated');
  }
  get shouldUseDarkColors(): boolean {
    return this.source === 'system' ? process.env.ELECTRON_STANDIN_THEME !== 'light' : this.source === 'dark';
  }
}
strict('nativeTheme', StandInTheme.prototype);

type ScreenPart = Pick<
  Screen,
  'getAllDisplays' | 'getPrimaryDisplay' | 'getDisplayMatching' | 'getDisplayNearestPoint' | 'getCursorScreenPoint'
>;
/** What a test may say of a display. */
export type StandInDisplay = Pick<Display, 'id' | 'bounds' | 'workArea' | 'scaleFactor'>;

const overlap = (a: Rectangle, b: Rectangle): number =>
  Math.max(0, Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y));

/** `screen`: one display of 1920 x 1080 with a bar of 40 at the bottom, until a test sets others. */
export class StandInScreen extends EventEmitter implements ScreenPart {
  displays: StandInDisplay[] = [
    {
      id: 1,
      bounds: { x: 0, y: 0, width: 1920, height: 1080 },
      workArea: { x: 0, y: 0, width: 1920, height: 1040 },
      scaleFactor: 1,
    },
  ];
  private readonly context: Context;

  constructor(context: Context) {
    super();
    this.context = context;
  }
  getAllDisplays(): Display[] {
    this.context.requireReady('screen');
    // The app gets the members listed in StandInDisplay; reading another one throws its name.
    return this.displays.map((display) => strict('Display', { ...display }) as Display);
  }
  getPrimaryDisplay(): Display {
    const [first] = this.getAllDisplays();
    if (!first) throw new Error('no displays');
    return first;
  }
  getDisplayMatching(rectangle: Rectangle): Display {
    const byOverlap = this.getAllDisplays().sort((a, b) => overlap(b.bounds, rectangle) - overlap(a.bounds, rectangle));
    return byOverlap[0] ?? this.getPrimaryDisplay();
  }
  getDisplayNearestPoint(point: { x: number; y: number }): Display {
    return this.getDisplayMatching({ ...point, width: 1, height: 1 });
  }
  getCursorScreenPoint(): { x: number; y: number } {
    return { x: 0, y: 0 };
  }
}
strict('screen', StandInScreen.prototype);

type RequestHandler = Parameters<Session['setPermissionRequestHandler']>[0];
type CheckHandler = Parameters<Session['setPermissionCheckHandler']>[0];
type SessionPart = Pick<
  Session,
  | 'setPermissionRequestHandler'
  | 'setPermissionCheckHandler'
  | 'setSpellCheckerEnabled'
  | 'clearStorageData'
  | 'clearCache'
>;

/** The session of every window: keeps the permission handlers, so that a test can ask them. */
export class StandInSession extends EventEmitter implements SessionPart {
  readonly protocol: object;
  private readonly context: Context;
  private requestHandler: RequestHandler = null;
  private checkHandler: CheckHandler = null;

  constructor(context: Context, protocol: object) {
    super();
    this.context = context;
    this.protocol = protocol;
  }
  setPermissionRequestHandler(handler: RequestHandler): void {
    this.requestHandler = handler;
  }
  setPermissionCheckHandler(handler: CheckHandler): void {
    this.checkHandler = handler;
  }
  setSpellCheckerEnabled(enable: boolean): void {
    this.context.record('session.setSpellCheckerEnabled', enable);
  }
  async clearStorageData(): Promise<void> {
    this.context.record('session.clearStorageData');
  }
  async clearCache(): Promise<void> {
    this.context.record('session.clearCache');
  }

  /** What the app's request handler answers; without one Electron grants everything. */
  askPermission(permission: string, page: object): Promise<boolean> {
    const handler = this.requestHandler;
    if (!handler) return Promise.resolve(true);
    // The stand-in's pages have the members that handlers read.
    return new Promise((resolve) =>
      handler(page as never, permission as never, resolve, { isMainFrame: true, requestingUrl: '' } as never),
    );
  }
  /** What the app's check handler answers; without one Electron grants everything. */
  checkPermission(permission: string, page: object): boolean {
    // As above.
    return this.checkHandler?.(page as never, permission as never, '', { isMainFrame: true } as never) ?? true;
  }
}
strict('Session', StandInSession.prototype);
