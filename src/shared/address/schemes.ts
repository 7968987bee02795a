const RUNS = 'It would run code.';
const CARRIES = 'It carries its content in itself, no site stands behind it.';
const INSIDE = 'It leads into the browser itself.';
const NO_PAGE = 'It leads to no web page.';

const WHY: Readonly<Record<string, string>> = {
  'javascript:': RUNS,
  'vbscript:': RUNS,
  'data:': CARRIES,
  'blob:': CARRIES,
  'about:': INSIDE,
  'chrome:': INSIDE,
  'view-source:': INSIDE,
  'file:': 'It would open a file of this computer.',
  'mailto:': 'It would start your mail program.',
  'tel:': 'It would start a call.',
  'sms:': 'It would start a text message.',
  'ftp:': NO_PAGE,
  'ws:': NO_PAGE,
  'wss:': NO_PAGE,
};

/** What opening an address of this scheme would do: `javascript:` gives `It would run code.` */
export function whyNotOpened(protocol: string): string {
  return WHY[protocol] ?? 'It would start the program of this computer that takes such addresses.';
}
