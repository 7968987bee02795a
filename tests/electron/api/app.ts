import { EventEmitter } from 'node:events';
import { mkdirSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App } from 'electron';
import { type Context, preventable } from '../context.ts';
import { strict } from '../strict.ts';
import { SingleInstance } from './single-instance.ts';

type Part = Pick<
  App,
  | 'name'
  | 'isPackaged'
  | 'whenReady'
  | 'isReady'
  | 'getName'
  | 'setName'
  | 'getVersion'
  | 'getAppPath'
  | 'getLocale'
  | 'getSystemLocale'
  | 'getPreferredSystemLanguages'
  | 'getPath'
  | 'setPath'
  | 'setAppLogsPath'
  | 'requestSingleInstanceLock'
  | 'hasSingleInstanceLock'
  | 'releaseSingleInstanceLock'
  | 'setAsDefaultProtocolClient'
  | 'isDefaultProtocolClient'
  | 'removeAsDefaultProtocolClient'
  | 'setAppUserModelId'
  | 'setAboutPanelOptions'
  | 'showAboutPanel'
  | 'enableSandbox'
  | 'disableHardwareAcceleration'
  | 'quit'
  | 'exit'
  | 'relaunch'
  | 'focus'
  | 'getAppMetrics'
>;
interface Closable {
  requestClose(): Promise<boolean>;
  destroy(): void;
}
type SwitchPart = Pick<
  App['commandLine'],
  'appendSwitch' | 'appendArgument' | 'hasSwitch' | 'getSwitchValue' | 'removeSwitch'
>;

/** `app`: life cycle, paths, single instance. The rest is written down in `calls`. */
export class StandInApp extends EventEmitter implements Part {
  name: string;
  readonly isPackaged = false;
  /** Only macOS has a dock. */
  readonly dock = undefined;
  readonly commandLine: SwitchPart;
  private readonly context: Context;
  private readonly windows: () => Closable[];
  private readonly paths = new Map<string, string>();
  private readonly readiness: Promise<void>;
  private becomeReady: () => void = () => undefined;
  private instance: SingleInstance | undefined;
  private ready = false;
  private quitting = false;

  constructor(context: Context, windows: () => Closable[]) {
    super();
    this.context = context;
    this.windows = windows;
    this.name = context.packageJson.productName ?? context.packageJson.name ?? 'Electron';
    this.readiness = new Promise((resolve) => {
      this.becomeReady = resolve;
    });
    const userData = this.switchValue('user-data-dir');
    if (userData) this.paths.set('userData', userData);
    this.commandLine = strict('app.commandLine', {
      appendSwitch: (name: string, value?: string) => context.record('commandLine.appendSwitch', name, value),
      appendArgument: (value: string) => context.record('commandLine.appendArgument', value),
      removeSwitch: (name: string) => context.record('commandLine.removeSwitch', name),
      hasSwitch: (name: string) => context.switches.some((one) => one === `--${name}` || one.startsWith(`--${name}=`)),
      getSwitchValue: (name: string) => this.switchValue(name),
    } satisfies SwitchPart);
  }

  whenReady(): Promise<void> {
    return this.readiness;
  }
  isReady(): boolean {
    return this.ready;
  }
  /** Called once, after the main module has evaluated. */
  start(): void {
    this.ready = true;
    this.becomeReady();
    this.emit('ready', {}, {});
  }

  getName(): string {
    return this.name;
  }
  setName(name: string): void {
    this.name = name;
  }
  getVersion(): string {
    return this.context.packageJson.version ?? '0.0.0';
  }
  getAppPath(): string {
    return this.context.appPath;
  }
  getLocale(): string {
    return 'en-US';
  }
  getSystemLocale(): string {
    return 'en-US';
  }
  getPreferredSystemLanguages(): string[] {
    return ['en-US'];
  }
  /** Every folder is inside the temporary profile, except `home` and `temp`, and what was set. */
  getPath(name: string): string {
    const set = this.paths.get(name);
    if (set) return set;
    if (name === 'home') return homedir();
    if (name === 'temp') return tmpdir();
    if (name === 'exe' || name === 'module') return process.execPath;
    return join(this.context.profile, name);
  }
  setPath(name: string, path: string): void {
    if (this.ready && name === 'userData') this.context.record('app.setPath after ready', name, path);
    mkdirSync(path, { recursive: true });
    this.paths.set(name, path);
  }
  setAppLogsPath(path?: string): void {
    this.setPath('logs', path ?? join(this.getPath('userData'), 'logs'));
  }

  requestSingleInstanceLock(data: Record<string, unknown> = {}): boolean {
    this.instance ??= new SingleInstance(this.getPath('userData'), (second) => {
      this.emit('second-instance', preventable(), second.argv, second.cwd, second.data);
    });
    return this.instance.request({ argv: process.argv, cwd: process.cwd(), data });
  }
  hasSingleInstanceLock(): boolean {
    return this.instance?.isHeld ?? false;
  }
  releaseSingleInstanceLock(): void {
    this.instance?.release();
  }

  setAsDefaultProtocolClient(scheme: string, path?: string, args?: string[]): boolean {
    this.context.record('app.setAsDefaultProtocolClient', scheme, path, args);
    return true;
  }
  isDefaultProtocolClient(): boolean {
    return false;
  }
  removeAsDefaultProtocolClient(scheme: string): boolean {
    this.context.record('app.removeAsDefaultProtocolClient', scheme);
    return true;
  }
  setAppUserModelId(id: string): void {
    this.context.record('app.setAppUserModelId', id);
  }
  setAboutPanelOptions(options: object): void {
    this.context.record('app.setAboutPanelOptions', options);
  }
  showAboutPanel(): void {
    this.context.record('app.showAboutPanel');
  }
  enableSandbox(): void {
    if (this.ready) throw new Error('app.enableSandbox() can only be called before app is ready');
    this.context.record('app.enableSandbox');
  }
  disableHardwareAcceleration(): void {
    this.context.record('app.disableHardwareAcceleration');
  }
  focus(): void {
    this.context.record('app.focus');
  }
  relaunch(options?: object): void {
    this.context.record('app.relaunch', options);
  }
  getAppMetrics(): [] {
    return [];
  }

  quit(): void {
    void this.runQuit();
  }
  exit(code = 0): void {
    this.quitting = true;
    this.emit('quit', {}, code);
    void this.context.leave(code);
  }
  /** Called by the windows when the last one is gone. */
  allWindowsClosed(): void {
    if (this.quitting) return;
    if (this.listenerCount('window-all-closed') > 0) this.emit('window-all-closed');
    else this.quit();
  }

  private switchValue(name: string): string {
    return this.context.switches.find((one) => one.startsWith(`--${name}=`))?.slice(name.length + 3) ?? '';
  }

  /** The order of Electron: before-quit, each window's close, will-quit, quit. Any of them may stop it. */
  private async runQuit(): Promise<void> {
    if (this.quitting) return;
    this.quitting = true;
    const before = preventable();
    this.emit('before-quit', before);
    let goOn = !before.defaultPrevented;
    for (const window of this.windows()) goOn = goOn && (await window.requestClose());
    const last = preventable();
    if (goOn) this.emit('will-quit', last);
    if (!goOn || last.defaultPrevented) {
      this.quitting = false;
      return;
    }
    this.emit('quit', {}, 0);
    this.releaseSingleInstanceLock();
    await this.context.leave(0);
  }
}
strict('app', StandInApp.prototype);
