import { crc32 } from 'node:zlib';
import { encodeQR } from 'qr';
import { html, type Html } from '../../platform/http/html.ts';

/**
 * One pixel per module, for `image-rendering: pixelated`. Lines would take four times the space. The mask is fixed, because choosing one
 * takes sixty times as long.
 */
export function qrCode(text: string, label: string): Html {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', mask: 2, border: 1 })
    .slice(1, -1)
    .map((row) => row.slice(1, -1));
  const size = rows.length;
  const edge = size + 8;
  return html`<svg class="code" role="img" aria-label="${label}" viewBox="-4 -4 ${edge} ${edge}">
    <image width="${size}" height="${size}" href="data:image/png;base64,${pngOf(rows).toString('base64')}" />
  </svg>`;
}

/** A picture of its own, with a white margin that scanners need. */
export function qrPicture(text: string): string {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', mask: 2, border: 4 });
  const dark = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  const edge = rows.length;
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${edge} ${edge}" shape-rendering="crispEdges">
    <path fill="#fff" d="M0 0h${edge}v${edge}h-${edge}z" />
    <path d="${dark.join('')}" />
  </svg>`.toString();
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function pngOf(rows: boolean[][]): Buffer {
  const size = rows.length;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.writeUInt8(1, 8);
  const rowLength = 1 + Math.ceil(size / 8);
  const pixels = Buffer.alloc(rowLength * size);
  for (const [y, row] of rows.entries()) {
    for (const [x, isDark] of row.entries()) {
      if (isDark) continue;
      const at = y * rowLength + 1 + (x >> 3);
      pixels.writeUInt8(pixels.readUInt8(at) | (0x80 >> (x & 7)), at);
    }
  }
  const parts = [chunk('IHDR', header), chunk('IDAT', stored(pixels)), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([signature, ...parts]);
}

/** Compressing so few takes longer and gains nothing. */
function stored(bytes: Buffer): Buffer {
  const whole = Buffer.alloc(bytes.length + 11);
  whole.set([0x78, 0x01, 1]);
  whole.writeUInt16LE(bytes.length, 3);
  whole.writeUInt16LE(0xffff - bytes.length, 5);
  bytes.copy(whole, 7);
  let sum = 1;
  let sumOfSums = 0;
  for (const byte of bytes) {
    sum = (sum + byte) % 65_521;
    sumOfSums = (sumOfSums + sum) % 65_521;
  }
  whole.writeUInt16BE(sumOfSums, bytes.length + 7);
  whole.writeUInt16BE(sum, bytes.length + 9);
  return whole;
}

function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const whole = Buffer.alloc(named.length + 8);
  whole.writeUInt32BE(content.length, 0);
  named.copy(whole, 4);
  whole.writeUInt32BE(crc32(named), named.length + 4);
  return whole;
}
