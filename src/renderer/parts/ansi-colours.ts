/** The eight terminal colours as the tokens nearest to them; they stay readable in both themes. */
const BASIC = ['t3', 'c-err', 'c-ok', 'c-wait', 'c-res', 'c-srv', 'c-req', undefined] as const;
/** Tokens by hue: degrees up to which each is the nearest. */
const HUES: readonly (readonly [number, string])[] = [
  [18, 'c-err'],
  [68, 'c-wait'],
  [162, 'c-ok'],
  [202, 'c-req'],
  [256, 'c-res'],
  [308, 'c-srv'],
  [340, 'c-auth'],
  [360, 'c-err'],
];
/** Differences between the parts of a colour below which it is a grey. */
const GREY = 32;

/** One of the 16 colours; undefined for that of plain text. */
export function basicColour(index: number): string | undefined {
  return BASIC[index % 8];
}

function grey(level: number): string | undefined {
  if (level >= 190) return undefined;
  return level < 130 ? 't3' : 't2';
}

/** The token nearest to a true colour: by its hue, for terminals and themes differ in lightness. */
export function trueColour(red: number, green: number, blue: number): string | undefined {
  const most = Math.max(red, green, blue);
  const range = most - Math.min(red, green, blue);
  if (range < GREY) return grey(most);
  const sextant =
    most === red
      ? ((green - blue) / range + 6) % 6
      : most === green
        ? (blue - red) / range + 2
        : (red - green) / range + 4;
  return HUES.find(([upTo]) => sextant * 60 <= upTo)?.[1];
}

/** One of the 256 colours: the 16, a cube of six steps, a ramp of greys. */
export function paletteColour(index: number): string | undefined {
  if (index < 16) return basicColour(index);
  if (index >= 232) return grey(8 + (index - 232) * 10);
  const step = (n: number) => (n === 0 ? 0 : 55 + n * 40);
  const cube = index - 16;
  return trueColour(step(Math.floor(cube / 36)), step(Math.floor(cube / 6) % 6), step(cube % 6));
}
