/** Under which name the page keeps what is watched in a session. */
export const watchedKey = (sessionId: string): string => `${sessionId}/watched`;

/** Addresses of the watched resources as the page keeps them; a damaged text means none. */
export function readWatched(text: string | undefined): string[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}
