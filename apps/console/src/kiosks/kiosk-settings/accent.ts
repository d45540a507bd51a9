/** The grounds of the kiosk in light and in dark mode. */
const grounds = { light: '#FFFFFF', dark: '#14141B' };

/** Lightness in OKLCH up to which words on the color are white, and above which they are near-black. */
const darkest = 0.54;
const lightest = 0.66;

export interface AccentVerdict {
  /** The color of buttons: the accent color, or a darker one. */
  fill: string;
  isDarkened: boolean;
  words: 'white' | 'dark';
  /** Contrast of words on the fill, and of words in the accent color on both grounds. */
  onFill: number;
  inLight: number;
  inDark: number;
  /** The mode in which buttons hardly differ from the ground. */
  hiddenIn: 'light' | 'dark' | null;
}

/** Judges an accent color as the stylesheet of the kiosk derives its colors (apps/kiosk/src/theme.css). */
export function judgeAccent(hex: string): AccentVerdict {
  const accent = toOklch(hex);
  const isLight = accent.l > lightest;
  const isDarkened = !isLight && accent.l > darkest;
  const fill = isDarkened ? toHex({ ...accent, l: darkest }) : hex;
  const onFill = isLight ? toHex({ ...accent, l: 0.18, c: 0.02 }) : '#FFFFFF';
  const inLight = toHex({ ...accent, l: Math.min(accent.l, 0.46) });
  const inDark = toHex({ ...accent, l: Math.max(accent.l, 0.82), c: Math.min(accent.c, 0.1) });
  const hardlyDiffers = (mode: 'light' | 'dark') => contrast(fill, grounds[mode]) < 1.4;
  return {
    fill,
    isDarkened,
    words: isLight ? 'dark' : 'white',
    onFill: contrast(onFill, fill),
    inLight: contrast(inLight, grounds.light),
    inDark: contrast(inDark, grounds.dark),
    hiddenIn: hardlyDiffers('light') ? 'light' : hardlyDiffers('dark') ? 'dark' : null,
  };
}

/** The contrast ratio of WCAG 2. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

interface Oklch {
  l: number;
  c: number;
  h: number;
}

function luminance(hex: string): number {
  const [r, g, b] = linearOf(hex);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function linearOf(hex: string): [number, number, number] {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

// The matrices are those of CSS Color 4 (https://www.w3.org/TR/css-color-4/#color-conversion-code).
function toOklch(hex: string): Oklch {
  const [r, g, b] = linearOf(hex);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    c: Math.hypot(a, bb),
    h: Math.atan2(bb, a),
  };
}

function toHex({ l: lightness, c, h }: Oklch): string {
  const a = c * Math.cos(h);
  const b = c * Math.sin(h);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const channels = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  return `#${channels.map(toByte).join('')}`.toUpperCase();
}

function toByte(linear: number): string {
  const value = linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055;
  const byte = Math.round(Math.min(Math.max(value, 0), 1) * 255);
  return byte.toString(16).padStart(2, '0');
}
