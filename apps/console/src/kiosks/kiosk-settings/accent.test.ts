import { expect, test } from 'vitest';
import { contrast, judgeAccent } from './accent.ts';

test('text is readable on and in each accent color, in light and dark mode', () => {
  const steps = ['00', '33', '55', '77', '99', 'BB', 'DD', 'FF'];
  const colors = steps.flatMap((red) => steps.flatMap((green) => steps.map((blue) => `#${red}${green}${blue}`)));
  const unreadable = colors.filter((color) => {
    const { onFill, inLight, inDark } = judgeAccent(color);
    return Math.min(onFill, inLight, inDark) < 4.5;
  });
  expect(unreadable).toEqual([]);
});

test('keeps a dark color, darkens a medium one, and puts dark text on a light one', () => {
  expect(judgeAccent('#0B6B5B')).toMatchObject({ fill: '#0B6B5B', isDarkened: false, words: 'white' });
  const medium = judgeAccent('#0B9B83');
  expect(medium).toMatchObject({ isDarkened: true, words: 'white' });
  expect(contrast(medium.fill, '#FFFFFF')).toBeCloseTo(medium.onFill);
  expect(judgeAccent('#FFD400')).toMatchObject({ fill: '#FFD400', isDarkened: false, words: 'dark' });
});

test('names the mode in which a color is too close to the background', () => {
  expect(['#FFFFFF', '#101010', '#5B3FD6'].map((color) => judgeAccent(color).hiddenIn)).toEqual([
    'light',
    'dark',
    null,
  ]);
});

test('the contrast of black and white is 21', () => {
  expect(contrast('#000000', '#FFFFFF')).toBeCloseTo(21);
});
