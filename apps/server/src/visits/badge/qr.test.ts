import { create } from 'qrcode';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { qrCode } from './qr.ts';

test('the picture is the code, a pixel for each module, within four modules of white', async () => {
  const text = 'V0000001ABCDEFGHJKMNP';
  const { modules } = create(text, { errorCorrectionLevel: 'M', maskPattern: 2 });
  const drawing = qrCode(text, 'Code "1"').toString();
  const [, png = ''] = /href="data:image\/png;base64,([^"]+)"/.exec(drawing) ?? [];
  const { data, info } = await sharp(Buffer.from(png, 'base64'))
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(info).toMatchObject({ width: modules.size, height: modules.size });
  expect(Array.from(data, (grey) => (grey === 0 ? 1 : 0))).toEqual(Array.from(modules.data));
  expect(drawing).toContain(`viewBox="-4 -4 ${modules.size + 8} ${modules.size + 8}"`);
  expect(drawing).toContain('aria-label="Code &#34;1&#34;"');
});

test('a code is short, because there may be ten thousand in a document', () => {
  expect(qrCode('V0000001ABCDEFGHJKMNP', 'Code').toString().length).toBeLessThan(500);
});
