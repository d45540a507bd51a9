import { randomBytes } from 'node:crypto';
import type { Picture } from './picture.ts';

const pattern = /^[a-p]{32}(-thumbnail)?\.(png|jpg)$/;

/** Unguessable names protect the files. Letters, because digits could look like a phone number. */
export function newFileNames({ type }: Pick<Picture, 'type'>): { file: string; thumbnail: string } {
  const name = randomBytes(16)
    .toString('hex')
    .replaceAll(/./g, (digit) => 'abcdefghijklmnop'.charAt(Number.parseInt(digit, 16)));
  const ending = type === 'image/png' ? 'png' : 'jpg';
  return { file: `${name}.${ending}`, thumbnail: `${name}-thumbnail.${ending}` };
}

export function isFileName(name: string): boolean {
  return pattern.test(name);
}
