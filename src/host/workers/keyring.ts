import { AsyncEntry, type EntryOptions } from '@napi-rs/keyring';

// The entry of a child process that talks to the keyring of the operating system: a call may block until a person has
// unlocked it, and a thread that blocks in native code cannot be ended, a process can. Speaks only on the IPC channel.

/** One call, answered by a `KeyringAnswer` with the same id. */
export type KeyringCall = { id: number; account: string } & (
  | { op: 'read' }
  | { op: 'write'; text: string }
  | { op: 'remove' }
);
export type KeyringAnswer = { id: number } & ({ ok: true; text?: string | undefined } | { ok: false; why: string });

const SERVICE = 'Wirebench';
// The kernel's keyring, the library's other choice on Linux, forgets everything when the computer restarts.
const OPTIONS: EntryOptions = { linux: { store: 'secret-service' } };

async function answer(call: KeyringCall): Promise<string | undefined> {
  // It connects to D-Bus while it is made, and throws when there is none.
  const entry = new AsyncEntry(SERVICE, call.account, OPTIONS);
  if (call.op === 'read') return (await entry.getPassword()) ?? undefined;
  if (call.op === 'write') await entry.setPassword(call.text);
  else await entry.deleteCredential();
  return undefined;
}

function send(message: KeyringAnswer): void {
  // A parent that is gone needs no answer.
  process.send?.(message, undefined, undefined, () => undefined);
}

process.on('disconnect', () => process.exit(0));
process.on('message', (call: KeyringCall) => {
  answer(call).then(
    (text) => send({ id: call.id, ok: true, text }),
    (error: unknown) => send({ id: call.id, ok: false, why: error instanceof Error ? error.message : String(error) }),
  );
});
