import { AsyncEntry, type EntryOptions } from '@napi-rs/keyring';

// The entry of a child process that talks to the keyring of the operating system: a call may block until a person has
// unlocked it, and a thread that blocks in native code cannot be ended, a process can. Speaks only on the IPC channel.

/** One call, answered by a `KeyringAnswer` with the same id. */
export type KeyringCall = { id: number; account: string } & (
  | { op: 'read' }
  | { op: 'write'; text: string }
  | { op: 'remove' }
);
export type KeyringAnswer = { id: number } & (
  | { ok: true; text?: string | undefined }
  /** Absent `why`: there is no keyring to ask. */
  | { ok: false; why?: string | undefined }
);

const SERVICE = 'Wirebench';
// The kernel's keyring, the library's other choice on Linux, forgets everything when the computer restarts.
const OPTIONS: EntryOptions = { linux: { store: 'secret-service' } };

/** Undefined when there is none: on Linux making an entry connects to D-Bus, and throws. */
function entryOf(account: string): AsyncEntry | undefined {
  try {
    return new AsyncEntry(SERVICE, account, OPTIONS);
  } catch {
    return undefined; // what D-Bus says tells a person nothing
  }
}

async function answer(call: KeyringCall): Promise<KeyringAnswer> {
  const { id } = call;
  const entry = entryOf(call.account);
  if (!entry) return { id, ok: false };
  try {
    if (call.op === 'read') return { id, ok: true, text: (await entry.getPassword()) ?? undefined };
    if (call.op === 'write') await entry.setPassword(call.text);
    else await entry.deleteCredential();
    return { id, ok: true };
  } catch (error) {
    return { id, ok: false, why: error instanceof Error ? error.message : String(error) };
  }
}

function send(message: KeyringAnswer): void {
  // A parent that is gone needs no answer.
  process.send?.(message, undefined, undefined, () => undefined);
}

process.on('disconnect', () => process.exit(0));
process.on('message', (call: KeyringCall) => {
  void answer(call).then(send);
});
