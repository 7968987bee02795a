const IN_HASH = /[#&]dock=([^&]+)/;

/** The address of a window that shows only the logs of one server. */
export function dockAddress(serverId: string, here: Location = location): string {
  return `${here.pathname}${here.search}#dock=${encodeURIComponent(serverId)}`;
}

/** The server whose logs this window is for; undefined for the window of the whole app. */
export function dockIn(hash: string): string | undefined {
  const given = IN_HASH.exec(hash)?.[1];
  if (given === undefined) return undefined;
  try {
    return decodeURIComponent(given);
  } catch {
    // Not encoded as it should be: it names no server then, which the window says.
    return given;
  }
}
