import { create } from 'qrcode';
import { expect, test } from 'vitest';
import { qrCode } from './qr.ts';

/** The modules that a drawing makes dark, as `row column`. */
function darkIn(drawing: string): string[] {
  const runs = drawing.matchAll(/M(\d+) (\d+)h(\d+)/g);
  return [...runs].flatMap(([, column, row, length]) =>
    Array.from({ length: Number(length) }, (_, index) => `${row} ${Number(column) + index}`),
  );
}

test('the drawing is the code, module by module, within four modules of white', () => {
  const text = 'V0000001ABCDEFGHJKMNP';
  const { modules } = create(text, { errorCorrectionLevel: 'M', maskPattern: 2 });
  const dark = Array.from(modules.data, (isDark, place) =>
    isDark ? [`${Math.floor(place / modules.size)} ${place % modules.size}`] : [],
  ).flat();
  const drawing = qrCode(text, 'Code "1"').toString();
  expect(darkIn(drawing)).toEqual(dark);
  // Lines lie on the middle of their rows.
  expect(drawing).toContain(`viewBox="-4 -4.5 ${modules.size + 8} ${modules.size + 8}"`);
  expect(drawing).toContain('aria-label="Code &#34;1&#34;"');
});
