// The only platform global that shared may use: present in Node, browsers and workers alike.
declare class URL {
  constructor(text: string);
  static canParse(text: string): boolean;
  readonly href: string;
  readonly protocol: string;
  readonly username: string;
  readonly password: string;
  readonly host: string;
  readonly hostname: string;
  readonly port: string;
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
}
