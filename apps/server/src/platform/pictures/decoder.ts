import sharp from 'sharp';
import { dropPrivileges } from './drop-privileges.ts';
import { type DecoderMessage, type Picture, pictureLimits } from './picture.ts';

/** A hostile file cannot reach our connections and keys. `decode.ts` ends the process when it takes too long. */

const memoryLimit = 320 * 1024 * 1024;
const watchMs = 10;

sharp.cache(false);
sharp.concurrency(1);
// Types are detected by content. All other loaders are blocked.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadSvgBuffer'],
});

setInterval(() => {
  if (process.memoryUsage.rss() > memoryLimit) process.exit(1);
}, watchMs).unref();

const ready = dropPrivileges();
process.once('message', (file: Uint8Array) => void answer(file));
say(ready);

async function answer(file: Uint8Array): Promise<void> {
  const message = await draw(file).then(
    (picture): DecoderMessage => ({ is: 'picture', picture }),
    (): DecoderMessage => ({ is: 'refused' }),
  );
  say(message, () => process.exit(0));
}

function say(message: DecoderMessage, then: () => void = () => undefined): void {
  process.send?.(message, undefined, undefined, then);
}

async function draw(file: Uint8Array): Promise<Picture> {
  if (file[0] === 0x1f && file[1] === 0x8b) throw new TypeError('a compressed file');
  const limit = { limitInputPixels: pictureLimits.pixels, failOn: 'warning', pages: 1 } as const;
  const { format, width, height } = await sharp(file, limit).metadata();
  const isDrawing = format === 'svg';
  const density = isDrawing ? densityFor(Math.max(width, height)) : undefined;
  const side = isDrawing ? pictureLimits.drawing : pictureLimits.side;
  const type = format === 'jpeg' ? 'image/jpeg' : 'image/png';

  const whole = sharp(file, { ...limit, ...(density !== undefined && { density }) })
    .autoOrient()
    .resize(side, side, { fit: 'inside', withoutEnlargement: true });
  const bytes = await (type === 'image/jpeg' ? whole.jpeg({ quality: 88 }) : whole.png()).toBuffer();

  const size = pictureLimits.thumbnail;
  const small = sharp(bytes, limit).resize(size, size, { fit: 'inside', withoutEnlargement: true });
  const thumbnail = await (type === 'image/jpeg' ? small.jpeg({ quality: 85 }) : small.png()).toBuffer();
  return { bytes, type, thumbnail };
}

function densityFor(ownSide: number): number {
  return Math.min(10_000, Math.max(1, Math.ceil((72 * pictureLimits.drawing) / ownSide)));
}
