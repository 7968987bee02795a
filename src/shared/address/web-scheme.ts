/** Schemes that a browser is asked to open: nothing else ever leaves the app. */
const WEB = ['http:', 'https:'];

export function isWebScheme(protocol: string): boolean {
  return WEB.includes(protocol);
}

/** Whether a text is a whole web address. Says nothing about whether it is a good idea to open it. */
export function isWebAddress(text: string): boolean {
  return URL.canParse(text) && isWebScheme(new URL(text).protocol);
}
