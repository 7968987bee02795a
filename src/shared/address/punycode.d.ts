// The package brings no types of its own.
declare module 'punycode.js' {
  const punycode: {
    /** Each label of a host name that begins with xn--, decoded (RFC 3492). Throws RangeError when it cannot be. */
    toUnicode(host: string): string;
  };
  // biome-ignore lint/style/noDefaultExport: that is how the package exports it
  export default punycode;
}
