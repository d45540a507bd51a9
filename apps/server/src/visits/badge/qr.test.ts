import { decodeQR } from 'qr/decode.js';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { qrCode, qrPicture } from './qr.ts';

test('a scanner reads the code from the picture, which has a pixel per module and a margin of four', async () => {
  const text = 'V0000001ABCDEFGHJKMNP';
  const drawing = qrCode(text, 'Code "1"').toString();
  const [, png = ''] = /href="data:image\/png;base64,([^"]+)"/.exec(drawing) ?? [];
  const picture = sharp(Buffer.from(png, 'base64'));
  expect(await picture.metadata()).toMatchObject({ width: 25, height: 25 });
  const enlarged = sharp(await picture.resize(200, 200, { kernel: 'nearest' }).toBuffer());
  const { data, info } = await enlarged
    .extend({ top: 32, bottom: 32, left: 32, right: 32, background: 'white' })
    .ensureAlpha()
    .toColorspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(info).toMatchObject({ width: 264, height: 264, channels: 4 });
  expect(decodeQR({ width: info.width, height: info.height, data: new Uint8Array(data) })).toBe(text);
  expect(drawing).toContain('viewBox="-4 -4 33 33"');
  expect(drawing).toContain('aria-label="Code &#34;1&#34;"');
});

test.for(['HTTPS://[2001:DB8::5]:8443/PASS/ABC', 'HTTPS://FRONT_DESK.TEST/PASS/ABC'])(
  'draws a code of %s, which has characters outside the alphanumeric set',
  async (text) => {
    const { data, info } = await sharp(Buffer.from(qrPicture(text)))
      .resize(300, 300, { kernel: 'nearest' })
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(decodeQR({ width: info.width, height: info.height, data: new Uint8Array(data) })).toBe(text);
  },
);

test('a code takes few bytes, as a document can have ten thousand', () => {
  expect(qrCode('V0000001ABCDEFGHJKMNP', 'Code').toString().length).toBeLessThan(500);
});
