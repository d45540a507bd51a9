import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { encodeQR } from 'qr';

const folder = path.resolve(import.meta.dirname, '../../node_modules/.cache/vestibule');
const [width, height, module] = [640, 480, 8];

const cameraFile = path.join(folder, 'camera.y4m');

export const cameraSwitches = [
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream',
  `--use-file-for-fake-video-capture=${cameraFile}`,
];

/** Writes the QR code that Chromium's fake camera shows when it opens next. */
export async function showToCamera(text: string): Promise<void> {
  const light = Buffer.alloc(width * height, 180);
  const rows = encodeQR(text, 'raw', { border: 4 });
  const [left, top] = [(width - rows.length * module) >> 1, (height - rows.length * module) >> 1];
  for (const [y, row] of rows.entries()) {
    for (const [x, isDark] of row.entries()) {
      for (let line = 0; line < module; line += 1) {
        const start = (top + y * module + line) * width + left + x * module;
        light.fill(isDark ? 16 : 235, start, start + module);
      }
    }
  }
  const color = Buffer.alloc((width * height) / 2, 128);
  await mkdir(folder, { recursive: true });
  const frame = [Buffer.from('FRAME\n'), light, color];
  await writeFile(
    cameraFile,
    Buffer.concat([Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420\n`), ...frame, ...frame]),
  );
}
