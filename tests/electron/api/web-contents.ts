import { EventEmitter } from 'node:events';
import type { BrowserWindowConstructorOptions, WebContents, WindowOpenHandlerResponse } from 'electron';
import type { CdpSession } from '../cdp.ts';
import { decode, encode } from '../codec.ts';
import { type Context, preventable } from '../context.ts';
import { bindingName, deliverName, type FromPage, type ToPage, worldName } from '../messages.ts';
import { strict } from '../strict.ts';
import type { StandInIpc } from './ipc.ts';
import { PagePorts } from './page-ports.ts';
import { isolatedScript, mainScript, type WorldScripts } from './page-scripts.ts';
import type { Addresses } from './protocol.ts';

/** What a page needs from the rest of the stand-in. */
export interface PageDeps {
  context: Context;
  ipc: StandInIpc;
  addresses: Addresses;
  scripts: WorldScripts;
  session: object;
  colorScheme(): 'dark' | 'light';
  /** Gives the window, which is still empty. */
  openWindow(url: string, options: BrowserWindowConstructorOptions): object;
}
/** The window that a page belongs to. */
export interface PageOwner extends EventEmitter {
  id: number;
  isDestroyed(): boolean;
  requestClose(): Promise<boolean>;
}
type OpenHandler = (details: {
  url: string;
  frameName: string;
  features: string;
  disposition: string;
}) => Partial<WindowOpenHandlerResponse>;

type Part = Pick<
  WebContents,
  | 'loadURL'
  | 'getURL'
  | 'reload'
  | 'isDestroyed'
  | 'isCrashed'
  | 'isLoading'
  | 'close'
  | 'focus'
  | 'send'
  | 'postMessage'
  | 'openDevTools'
  | 'closeDevTools'
  | 'isDevToolsOpened'
  | 'toggleDevTools'
  | 'executeJavaScript'
  | 'forcefullyCrashRenderer'
  | 'setZoomLevel'
  | 'getZoomLevel'
  | 'setZoomFactor'
  | 'getZoomFactor'
  | 'id'
>;

/** Milliseconds for a page to load. */
const loadLimit = 30_000;
const unsafe: [keyof NonNullable<BrowserWindowConstructorOptions['webPreferences']>, boolean][] = [
  ['nodeIntegration', true],
  ['nodeIntegrationInSubFrames', true],
  ['nodeIntegrationInWorker', true],
  ['contextIsolation', false],
  ['sandbox', false],
  ['webSecurity', false],
  ['allowRunningInsecureContent', true],
  ['webviewTag', true],
  ['experimentalFeatures', true],
];

/** The page of a window: a tab of the browser, driven through its debugging port. */
export class StandInPage extends EventEmitter implements Part {
  readonly owner: PageOwner;
  readonly mainFrame: {
    url: string;
    origin: string;
    parent: null;
    top: object;
    send(channel: string, ...args: unknown[]): void;
  };
  targetId = '';
  private readonly deps: PageDeps;
  private readonly options: BrowserWindowConstructorOptions;
  private readonly opened: Promise<void>;
  private readonly ports: PagePorts;
  private page: CdpSession;
  private frameId = '';
  private world = 0;
  private url = '';
  private crashed = false;
  private loading = false;
  private painted = false;
  private devTools = false;
  private zoom = 0;
  private openHandler: OpenHandler | undefined;

  constructor(deps: PageDeps, owner: PageOwner, options: BrowserWindowConstructorOptions) {
    super();
    this.deps = deps;
    this.owner = owner;
    this.options = options;
    this.page = deps.context.browser;
    this.ports = new PagePorts((message) => this.deliver(message));
    const contents = this;
    this.mainFrame = strict('WebFrameMain', {
      parent: null,
      get url() {
        return contents.url;
      },
      get origin() {
        return contents.url === '' ? 'null' : contents.url.replace(/^([^:]+:\/\/[^/]+).*$/, '$1');
      },
      get top() {
        return contents.mainFrame;
      },
      processId: 1,
      routingId: 1,
      send: (channel: string, ...args: unknown[]) => this.send(channel, ...args),
    });
    this.opened = this.open();
    // Whoever loads a page learns of the failure there.
    this.opened.catch(() => undefined);
  }

  get id(): number {
    return this.owner.id;
  }
  get session(): object {
    return this.deps.session;
  }

  async loadURL(url: string): Promise<void> {
    await this.opened;
    await this.deps.addresses.ready;
    this.loading = true;
    try {
      const loaded = new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`ERR_TIMED_OUT (-7) loading '${url}'`)), loadLimit);
        timer.unref();
        this.once('did-finish-load', () => {
          clearTimeout(timer);
          resolve();
        });
      });
      loaded.catch(() => undefined);
      const { errorText } = await this.page.send('Page.navigate', { url: this.deps.addresses.toBrowser(url) });
      if (errorText) {
        this.emit('did-fail-load', {}, -2, errorText, url, true);
        throw new Error(`${errorText} loading '${url}'`);
      }
      await loaded;
    } finally {
      this.loading = false;
    }
  }

  getURL(): string {
    return this.url;
  }
  isLoading(): boolean {
    return this.loading;
  }
  isDestroyed(): boolean {
    return this.owner.isDestroyed();
  }
  isCrashed(): boolean {
    return this.crashed;
  }
  reload(): void {
    this.crashed = false;
    this.tell('Page.reload');
  }
  forcefullyCrashRenderer(): void {
    // A crashed page never answers.
    this.tell('Page.crash');
  }
  close(): void {
    void this.owner.requestClose();
  }
  focus(): void {
    this.deps.context.record('webContents.focus');
  }
  openDevTools(): void {
    this.devTools = true;
    this.deps.context.record('webContents.openDevTools');
  }
  closeDevTools(): void {
    this.devTools = false;
  }
  isDevToolsOpened(): boolean {
    return this.devTools;
  }
  toggleDevTools(): void {
    if (this.devTools) this.closeDevTools();
    else this.openDevTools();
  }
  setZoomLevel(level: number): void {
    this.zoom = level;
  }
  getZoomLevel(): number {
    return this.zoom;
  }
  setZoomFactor(factor: number): void {
    this.zoom = Math.log(factor) / Math.log(1.2);
  }
  getZoomFactor(): number {
    return 1.2 ** this.zoom;
  }
  setWindowOpenHandler(handler: OpenHandler): void {
    this.openHandler = handler;
  }
  async executeJavaScript(code: string): Promise<unknown> {
    const { result } = await this.page.send('Runtime.evaluate', {
      expression: code,
      awaitPromise: true,
      returnByValue: true,
    });
    return result.value;
  }
  send(channel: string, ...args: unknown[]): void {
    this.deliver({ op: 'event', channel, args, ports: [] });
  }
  postMessage(channel: string, message: unknown, transfer: unknown[] = []): void {
    this.deliver({ op: 'event', channel, args: [message], ports: transfer.map((port) => this.ports.add(port)) });
  }

  /** Follows the system's theme, as `nativeTheme` has it. */
  followTheme(): void {
    this.tell('Emulation.setEmulatedMedia', {
      features: [{ name: 'prefers-color-scheme', value: this.deps.colorScheme() }],
    });
  }

  /** Ends the tab and the ports into it. */
  async dispose(): Promise<void> {
    this.ports.closeAll();
    await this.opened.catch(() => undefined);
    const { context } = this.deps;
    await context.browser.send('Target.closeTarget', { targetId: this.targetId }).catch((error: unknown) => {
      context.record('page already gone', String(error));
    });
    this.emit('destroyed');
  }

  /** Sends a command whose answer nobody waits for; that a page is gone by then is no fault. */
  private tell(...command: Parameters<CdpSession['send']>): void {
    this.page
      .send(...command)
      .catch((error: unknown) => this.deps.context.record('page did not answer', String(error)));
  }

  private deliver(message: ToPage): void {
    const text = JSON.stringify(encode(message));
    this.tell('Runtime.evaluate', { expression: `globalThis.${deliverName}?.(${text})`, contextId: this.world });
  }

  private async open(): Promise<void> {
    const { context, scripts } = this.deps;
    this.refuseUnsafe();
    const { targetId } = await context.browser.send('Target.createTarget', {
      url: 'about:blank',
      newWindow: true,
      width: this.options.width ?? 800,
      height: this.options.height ?? 600,
    });
    this.targetId = targetId;
    const { sessionId } = await context.browser.send('Target.attachToTarget', { targetId, flatten: true });
    this.page = context.cdp.session(sessionId);
    this.listen();
    await this.page.send('Page.enable');
    await this.page.send('Runtime.enable');
    await this.page.send('Inspector.enable');
    this.frameId = (await this.page.send('Page.getFrameTree')).frameTree.frame.id;
    await this.page.send('Runtime.addBinding', { name: bindingName, executionContextName: worldName });
    await this.page.send('Page.addScriptToEvaluateOnNewDocument', { source: mainScript(scripts) });
    const preload = this.options.webPreferences?.preload;
    const source = isolatedScript(scripts, preload, (error) => this.reportPreload(error));
    await this.page.send('Page.addScriptToEvaluateOnNewDocument', { source, worldName });
    await this.page.send('Fetch.enable', { patterns: [{ urlPattern: '*', resourceType: 'Document' }] });
    this.followTheme();
  }

  private refuseUnsafe(): void {
    const preferences = this.options.webPreferences ?? {};
    for (const [key, value] of unsafe)
      if (preferences[key] === value) this.deps.context.record('unsafe webPreferences', key, value);
  }

  private reportPreload(error: Error): void {
    const path = this.options.webPreferences?.preload;
    process.stderr.write(`Unable to load preload script: ${path}\n${error.stack ?? error.message}\n`);
    this.emit('preload-error', {}, path, error);
  }

  private listen(): void {
    const { page } = this;
    page.on('Runtime.executionContextCreated', ({ context }) => {
      if (context.name === worldName && context.auxData?.frameId === this.frameId) this.world = context.id;
    });
    page.on('Runtime.bindingCalled', ({ name, payload }) => {
      // Only the isolated world has the binding, and it sends what `encode` wrote.
      if (name === bindingName) this.receive(decode(payload) as FromPage);
    });
    page.on('Page.frameNavigated', ({ frame }) => {
      if (frame.parentId) return;
      this.url = this.deps.addresses.toApp(frame.url + (frame.urlFragment ?? ''));
      this.ports.closeAll();
      this.emit('did-navigate', {}, this.url, 200, 'OK');
    });
    page.on('Page.domContentEventFired', () => this.emit('dom-ready', {}));
    page.on('Page.loadEventFired', () => {
      this.emit('did-finish-load', {});
      if (!this.painted) this.owner.emit('ready-to-show', {});
      this.painted = true;
    });
    page.on('Inspector.targetCrashed', () => {
      this.crashed = true;
      this.ports.closeAll();
      this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 });
    });
    page.on('Page.javascriptDialogOpening', ({ type, message }) => {
      this.deps.context.record('javascript dialog', type, message);
      this.tell('Page.handleJavaScriptDialog', { accept: true });
    });
    page.on('Fetch.requestPaused', (paused) => this.decideNavigation(paused));
  }

  /** Navigations that the page began are the app's to refuse; those that the app began are not. */
  private decideNavigation(paused: {
    requestId: string;
    frameId: string;
    redirectedRequestId?: string;
    request: { url: string };
  }): void {
    const isMainFrame = paused.frameId === this.frameId;
    const event = Object.assign(preventable(), {
      url: this.deps.addresses.toApp(paused.request.url),
      isMainFrame,
      isSameDocument: false,
    });
    if (paused.redirectedRequestId) this.emit('will-redirect', event, event.url, false, isMainFrame);
    else if (!this.loading || !isMainFrame) {
      this.emit('will-frame-navigate', event);
      if (isMainFrame) this.emit('will-navigate', event, event.url);
    }
    if (event.defaultPrevented) this.tell('Fetch.failRequest', { requestId: paused.requestId, errorReason: 'Aborted' });
    else this.tell('Fetch.continueRequest', { requestId: paused.requestId });
  }

  private receive(message: FromPage): void {
    if (message.op === 'port-message' || message.op === 'port-close') this.ports.receive(message);
    else if (message.op === 'open-window') this.decideWindow(this.deps.addresses.toApp(message.url));
    else if (message.op === 'preload-error') this.reportPreload(new Error(message.message));
    else if (message.op === 'send') this.deps.ipc.emit(message.channel, this.event(), ...message.args);
    else {
      const { call } = message;
      void this.deps.ipc.invoke(message.channel, this.event(), message.args).then((result) => this.reply(call, result));
    }
  }

  private reply(call: number, result: { value: unknown } | { error: string }): void {
    try {
      this.deliver({ op: 'reply', call, ...result });
    } catch (error) {
      this.deliver({ op: 'reply', call, error: String(error) });
    }
  }

  private event(): object {
    return {
      sender: this,
      senderFrame: this.mainFrame,
      frameId: 1,
      processId: 1,
      ports: [],
      reply: (channel: string, ...args: unknown[]) => this.send(channel, ...args),
    };
  }

  private decideWindow(url: string): void {
    const answer = this.openHandler?.({ url, frameName: '', features: '', disposition: 'foreground-tab' }) ?? {
      action: 'allow',
    };
    this.deps.context.record('window.open', url, answer.action);
    if (answer.action !== 'allow') return;
    const opened = this.deps.openWindow(url, answer.overrideBrowserWindowOptions ?? {});
    this.emit('did-create-window', opened, { url });
  }
}
strict('WebContents', StandInPage.prototype);
