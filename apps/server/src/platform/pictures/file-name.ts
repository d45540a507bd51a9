import { randomBytes } from 'node:crypto';
import type { Picture } from './picture.ts';

const pattern = /^[a-p]{32}(-thumbnail)?\.(png|jpg)$/;

/**
 * Names for the two files of an image, which nobody can guess: knowing one is what it takes to see the picture. They are 128 bits as
 * letters, because digits in an address can look like somebody's phone.
 */
export function newFileNames({ type }: Pick<Picture, 'type'>): { file: string; thumbnail: string } {
  const name = randomBytes(16)
    .toString('hex')
    .replaceAll(/./g, (digit) => 'abcdefghijklmnop'.charAt(Number.parseInt(digit, 16)));
  const ending = type === 'image/png' ? 'png' : 'jpg';
  return { file: `${name}.${ending}`, thumbnail: `${name}-thumbnail.${ending}` };
}

/** Whether a file could be one of an image. */
export function isFileName(name: string): boolean {
  return pattern.test(name);
}
