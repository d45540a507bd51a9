import { expect, test } from 'vitest';
import { createTypeahead } from './typeahead.ts';

const texts = ['Edit', 'Émigré', 'Change logo', 'Delivery phones', 'Delete', 'Log out'];

/** Types letters, `pause` milliseconds apart, from before the first text on. */
function type(letters: string, pause: number, at = -1): (string | undefined)[] {
  const find = createTypeahead();
  let now = 1_000;
  return [...letters].map((key) => {
    const found = find({ key, ctrlKey: false, altKey: false, metaKey: false, timeStamp: (now += pause) }, texts, at);
    at = found ?? at;
    return found === undefined ? undefined : texts[found];
  });
}

test('a letter goes to the next text that begins with it, and the same letter goes on', () => {
  expect(type('ddd', 100)).toEqual(['Delivery phones', 'Delete', 'Delivery phones']);
  expect(type('dd', 600)).toEqual(['Delivery phones', 'Delete']);
  expect(type('d', 100, 4)).toEqual(['Delivery phones']);
});

test('letters that follow each other quickly are one word', () => {
  expect(type('dele', 500)).toEqual(['Delivery phones', 'Delivery phones', 'Delivery phones', 'Delete']);
  expect(type('dc', 501)).toEqual(['Delivery phones', 'Change logo']);
  expect(type('log o', 100).at(-1)).toBe('Log out');
});

test('upper case and accents do not matter', () => {
  expect(type('EE', 100)).toEqual(['Edit', 'Émigré']);
  expect(type('ém', 100).at(-1)).toBe('Émigré');
});

test('what is no letter, and what begins no text, leads nowhere', () => {
  expect(type(' x', 100)).toEqual([undefined, undefined]);
  const find = createTypeahead();
  const held = { ctrlKey: true, altKey: false, metaKey: false, timeStamp: 1_000 };
  expect(find({ ...held, key: 'd' }, texts, 0)).toBeUndefined();
  expect(find({ ...held, ctrlKey: false, key: 'Delete' }, texts, 0)).toBeUndefined();
  expect(find({ ...held, ctrlKey: false, key: 'd' }, [], -1)).toBeUndefined();
});
