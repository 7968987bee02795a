import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  unwatchFile,
  watchFile,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/** What a second process tells the first. */
export interface SecondInstance {
  argv: string[];
  cwd: string;
  data: unknown;
}

/** Milliseconds between two looks for messages of a second process. */
const interval = 100;

/** Whether a process with this id runs. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it lives and is somebody else's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** One process for each user data folder: a lock file, and a folder of messages beside it. */
export class SingleInstance {
  private readonly folder: string;
  private readonly tell: (second: SecondInstance) => void;
  private held = false;

  constructor(folder: string, tell: (second: SecondInstance) => void) {
    this.folder = folder;
    this.tell = tell;
  }

  get isHeld(): boolean {
    return this.held;
  }

  /** Takes the lock, or hands `mine` to the process that has it. */
  request(mine: SecondInstance): boolean {
    if (this.held) return true;
    mkdirSync(this.messages, { recursive: true });
    if (!this.take()) {
      const file = join(this.messages, `${process.pid}-${Date.now()}`);
      writeFileSync(`${file}.part`, JSON.stringify(mine));
      renameSync(`${file}.part`, `${file}.json`);
      return false;
    }
    this.held = true;
    watchFile(this.messages, { interval, persistent: false }, () => this.read());
    return true;
  }

  release(): void {
    if (!this.held) return;
    this.held = false;
    unwatchFile(this.messages);
    rmSync(this.lock, { force: true });
  }

  private get lock(): string {
    return join(this.folder, 'stand-in.lock');
  }
  private get messages(): string {
    return join(this.folder, 'stand-in-messages');
  }

  private take(): boolean {
    try {
      writeFileSync(this.lock, String(process.pid), { flag: 'wx' });
      return true;
    } catch {
      const owner = Number(readFileSync(this.lock, 'utf8'));
      if (isAlive(owner)) return false;
      writeFileSync(this.lock, String(process.pid));
      return true;
    }
  }

  private read(): void {
    for (const name of readdirSync(this.messages)
      .filter((one) => one.endsWith('.json'))
      .sort()) {
      const file = join(this.messages, name);
      // Another process of this stand-in wrote it.
      const second = JSON.parse(readFileSync(file, 'utf8')) as SecondInstance;
      rmSync(file, { force: true });
      this.tell(second);
    }
  }
}
