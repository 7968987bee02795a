const OURS = /^(ELECTRON_.*|NODE_OPTIONS|NODE_CHANNEL_.*|APPDIR|APPIMAGE|ARGV0|OWD|CHROME_DESKTOP|ORIGINAL_XDG_.*)$/i;

/** A variable that marks how this app itself was started; it would change how a server runs. */
export function ownMark(name: string): boolean {
  return OURS.test(name);
}
