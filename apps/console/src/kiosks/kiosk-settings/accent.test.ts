import { expect, test } from 'vitest';
import { contrast, judgeAccent } from './accent.ts';

test('words are readable on each accent color, and in it, in light and dark mode', () => {
  const steps = ['00', '33', '55', '77', '99', 'BB', 'DD', 'FF'];
  const colors = steps.flatMap((red) => steps.flatMap((green) => steps.map((blue) => `#${red}${green}${blue}`)));
  const unreadable = colors.filter((color) => {
    const { onFill, inLight, inDark } = judgeAccent(color);
    return Math.min(onFill, inLight, inDark) < 4.5;
  });
  expect(unreadable).toEqual([]);
});

test('a dark color stays, one of medium lightness is darkened, a light one gets dark words', () => {
  expect(judgeAccent('#0B6B5B')).toMatchObject({ fill: '#0B6B5B', isDarkened: false, words: 'white' });
  const medium = judgeAccent('#0B9B83');
  expect(medium).toMatchObject({ isDarkened: true, words: 'white' });
  expect(contrast(medium.fill, '#FFFFFF')).toBeCloseTo(medium.onFill);
  expect(judgeAccent('#FFD400')).toMatchObject({ fill: '#FFD400', isDarkened: false, words: 'dark' });
});

test('a color close to a ground is named with the mode', () => {
  expect(['#FFFFFF', '#101010', '#5B3FD6'].map((color) => judgeAccent(color).hiddenIn)).toEqual([
    'light',
    'dark',
    null,
  ]);
});

test('the contrast of black and white is 21', () => {
  expect(contrast('#000000', '#FFFFFF')).toBeCloseTo(21);
});
