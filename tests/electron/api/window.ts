import { EventEmitter } from 'node:events';
import type { BrowserWindow, BrowserWindowConstructorOptions, Rectangle } from 'electron';
import { preventable } from '../context.ts';
import { strict } from '../strict.ts';
import { type PageDeps, type PageOwner, StandInPage } from './web-contents.ts';

type Part = Pick<
  BrowserWindow,
  | 'id'
  | 'loadURL'
  | 'reload'
  | 'show'
  | 'showInactive'
  | 'hide'
  | 'isVisible'
  | 'focus'
  | 'blur'
  | 'isFocused'
  | 'close'
  | 'destroy'
  | 'isDestroyed'
  | 'minimize'
  | 'restore'
  | 'isMinimized'
  | 'maximize'
  | 'unmaximize'
  | 'isMaximized'
  | 'setFullScreen'
  | 'isFullScreen'
  | 'isNormal'
  | 'getBounds'
  | 'setBounds'
  | 'getNormalBounds'
  | 'getContentBounds'
  | 'getSize'
  | 'setSize'
  | 'getPosition'
  | 'setPosition'
  | 'center'
  | 'setMinimumSize'
  | 'getMinimumSize'
  | 'setTitle'
  | 'getTitle'
  | 'setBackgroundColor'
  | 'setMenu'
  | 'setMenuBarVisibility'
  | 'setAutoHideMenuBar'
  | 'flashFrame'
  | 'setProgressBar'
  | 'setTitleBarOverlay'
  | 'setIcon'
>;

/** What the windows of one app share. */
export interface WindowSet {
  page: PageDeps;
  appName: string;
  all: Set<StandInWindow>;
  nextId(): number;
  created(window: StandInWindow): void;
  /** Called after the last window is gone. */
  allClosed(): void;
}

const screenSize = { width: 1920, height: 1040 };

/** A window: its state is kept here, its page is a tab of the browser. */
export class StandInWindow extends EventEmitter implements Part, PageOwner {
  readonly id: number;
  readonly webContents: StandInPage;
  private readonly shared: WindowSet;
  private bounds: Rectangle;
  private minimum: [number, number];
  private state: 'normal' | 'minimized' | 'maximized' | 'fullscreen' = 'normal';
  private before: 'normal' | 'maximized' = 'normal';
  private visible: boolean;
  private focused: boolean;
  private title: string;

  constructor(shared: WindowSet, options: BrowserWindowConstructorOptions) {
    super();
    shared.page.context.requireReady('BrowserWindow');
    this.id = shared.nextId();
    this.shared = shared;
    this.visible = options.show !== false;
    this.focused = this.visible;
    this.title = options.title ?? shared.appName;
    const { width = 800, height = 600 } = options;
    const x = options.x ?? Math.round((screenSize.width - width) / 2);
    const y = options.y ?? Math.round((screenSize.height - height) / 2);
    this.bounds = { x, y, width, height };
    this.minimum = [options.minWidth ?? 0, options.minHeight ?? 0];
    shared.all.add(this);
    this.webContents = new StandInPage(shared.page, this, options);
    shared.created(this);
  }

  loadURL(url: string): Promise<void> {
    return this.webContents.loadURL(url);
  }
  reload(): void {
    this.webContents.reload();
  }

  show(): void {
    this.showInactive();
    this.focus();
  }
  showInactive(): void {
    this.visible = true;
    this.emit('show');
  }
  hide(): void {
    this.visible = false;
    this.focused = false;
    this.emit('hide');
  }
  isVisible(): boolean {
    return this.visible;
  }
  focus(): void {
    this.shared.page.context.record('window.focus', this.id);
    if (this.focused) return;
    this.focused = true;
    this.emit('focus');
  }
  blur(): void {
    if (!this.focused) return;
    this.focused = false;
    this.emit('blur');
  }
  isFocused(): boolean {
    return this.focused;
  }

  minimize(): void {
    if (this.state === 'normal' || this.state === 'maximized') this.before = this.state;
    this.state = 'minimized';
    this.emit('minimize');
  }
  restore(): void {
    if (this.state !== 'minimized') return;
    this.state = this.before;
    this.emit('restore');
  }
  isMinimized(): boolean {
    return this.state === 'minimized';
  }
  maximize(): void {
    this.state = 'maximized';
    this.emit('maximize');
    this.emit('resize');
  }
  unmaximize(): void {
    if (this.state !== 'maximized') return;
    this.state = 'normal';
    this.emit('unmaximize');
    this.emit('resize');
  }
  isMaximized(): boolean {
    return this.state === 'maximized';
  }
  setFullScreen(on: boolean): void {
    if (on === this.isFullScreen()) return;
    if (this.state === 'normal' || this.state === 'maximized') this.before = this.state;
    this.state = on ? 'fullscreen' : this.before;
    this.emit(on ? 'enter-full-screen' : 'leave-full-screen');
  }
  isFullScreen(): boolean {
    return this.state === 'fullscreen';
  }
  isNormal(): boolean {
    return this.state === 'normal';
  }

  getBounds(): Rectangle {
    const full = this.state === 'maximized' || this.state === 'fullscreen';
    return full ? { x: 0, y: 0, ...screenSize } : { ...this.bounds };
  }
  getNormalBounds(): Rectangle {
    return { ...this.bounds };
  }
  getContentBounds(): Rectangle {
    return this.getBounds();
  }
  setBounds(change: Partial<Rectangle>): void {
    const old = this.bounds;
    const next = { ...old, ...change };
    this.bounds = {
      ...next,
      width: Math.max(next.width, this.minimum[0]),
      height: Math.max(next.height, this.minimum[1]),
    };
    if (this.bounds.x !== old.x || this.bounds.y !== old.y) this.emit('move');
    if (this.bounds.width !== old.width || this.bounds.height !== old.height) this.emit('resize');
  }
  getSize(): number[] {
    const { width, height } = this.getBounds();
    return [width, height];
  }
  setSize(width: number, height: number): void {
    this.setBounds({ width, height });
  }
  getPosition(): number[] {
    const { x, y } = this.getBounds();
    return [x, y];
  }
  setPosition(x: number, y: number): void {
    this.setBounds({ x, y });
  }
  center(): void {
    const { width, height } = this.bounds;
    this.setPosition(Math.round((screenSize.width - width) / 2), Math.round((screenSize.height - height) / 2));
  }
  setMinimumSize(width: number, height: number): void {
    this.minimum = [width, height];
  }
  getMinimumSize(): number[] {
    return [...this.minimum];
  }

  setTitle(title: string): void {
    this.title = title;
  }
  getTitle(): string {
    return this.title;
  }
  setBackgroundColor(color: string): void {
    this.shared.page.context.record('window.setBackgroundColor', color);
  }
  setMenu(menu: unknown): void {
    this.shared.page.context.record('window.setMenu', menu === null ? null : 'menu');
  }
  setMenuBarVisibility(visible: boolean): void {
    this.shared.page.context.record('window.setMenuBarVisibility', visible);
  }
  setAutoHideMenuBar(hide: boolean): void {
    this.shared.page.context.record('window.setAutoHideMenuBar', hide);
  }
  setTitleBarOverlay(options: object): void {
    this.shared.page.context.record('window.setTitleBarOverlay', options);
  }
  setIcon(icon: unknown): void {
    this.shared.page.context.record('window.setIcon', typeof icon);
  }
  setProgressBar(progress: number): void {
    this.shared.page.context.record('window.setProgressBar', progress);
  }
  flashFrame(flag: boolean): void {
    this.shared.page.context.record('window.flashFrame', flag);
  }

  isDestroyed(): boolean {
    return !this.shared.all.has(this);
  }
  close(): void {
    void this.requestClose();
  }
  destroy(): void {
    void this.vanish();
  }

  /** Closes as a person would: the app may refuse. Resolves with whether the window is gone. */
  async requestClose(): Promise<boolean> {
    if (this.isDestroyed()) return true;
    const event = preventable();
    this.emit('close', event);
    if (event.defaultPrevented) return false;
    await this.vanish();
    return true;
  }

  private async vanish(): Promise<void> {
    if (!this.shared.all.delete(this)) return;
    await this.webContents.dispose();
    this.emit('closed');
    if (this.shared.all.size === 0) this.shared.allClosed();
  }
}
strict('BrowserWindow', StandInWindow.prototype);
