import sharp from 'sharp';
import { addPhoto } from '../building/image/image.ts';
import type { Db } from '../platform/db/database.ts';
import type { Storage } from '../platform/integrations/storage/storage.ts';
import { newFileNames } from '../platform/pictures/file-name.ts';

const size = 320;
const thumbnailSize = 96;

interface Portrait {
  ground: string;
  shirt: string;
  skin: string;
  hair: string;
  isLongHaired: boolean;
}

const portraits: readonly Portrait[] = [
  { ground: '#DCE6F5', shirt: '#5B3FD6', skin: '#F0C8A8', hair: '#C98A3B', isLongHaired: true },
  { ground: '#E4EFE6', shirt: '#1F5C4A', skin: '#E3B08C', hair: '#4A3224', isLongHaired: false },
  { ground: '#F5E6DC', shirt: '#B8256E', skin: '#B97F58', hair: '#1E1713', isLongHaired: true },
  { ground: '#E8E4F2', shirt: '#1D4ED8', skin: '#F3D2B8', hair: '#8C8C96', isLongHaired: false },
];

/** Drawn people, because the demo must not show real ones. Every second employee gets a photo. */
export async function seedPhotos(db: Db, storage: Storage): Promise<void> {
  const hosts = await db
    .selectFrom('employee')
    .select(['id', 'company_id', 'tenant_id', 'name'])
    .orderBy('id')
    .execute();
  const pictured = hosts.filter((_, place) => place % 2 === 0).slice(0, 12);
  for (const [place, host] of pictured.entries()) {
    const portrait = portraits[place % portraits.length];
    if (!portrait) continue;
    const picture = sharp(Buffer.from(draw(portrait))).png();
    const [bytes, thumbnail] = [await picture.toBuffer(), await picture.clone().resize(thumbnailSize).toBuffer()];
    const names = newFileNames({ type: 'image/png' });
    await storage.write(names.file, bytes, 'image/png');
    await storage.write(names.thumbnail, thumbnail, 'image/png');
    const files = { ...names, bytes: bytes.length + thumbnail.length };
    const owner = { companyId: host.company_id, tenantId: host.tenant_id };
    const photoId = await addPhoto(db, owner, { name: `${host.name}.png`, files });
    await db.updateTable('employee').set({ photo_id: photoId }).where('id', '=', host.id).execute();
  }
}

function draw({ ground, shirt, skin, hair, isLongHaired }: Portrait): string {
  const longHair = `<path d="M92 150c0-60 30-92 68-92s68 32 68 92v88H92z" fill="${hair}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 320 320">
    <rect width="320" height="320" fill="${ground}"/>
    ${isLongHaired ? longHair : ''}
    <path d="M40 330c0-66 50-98 120-98s120 32 120 98z" fill="${shirt}"/>
    <path d="M136 196h48v44c0 16-48 16-48 0z" fill="${skin}"/>
    <ellipse cx="160" cy="150" rx="54" ry="66" fill="${skin}"/>
    <path d="M104 150c-6-56 22-84 56-84s62 28 56 84c-8-30-22-44-40-48-26 14-58 8-72 48z" fill="${hair}"/>
    <circle cx="140" cy="154" r="5" fill="#2B2320"/><circle cx="180" cy="154" r="5" fill="#2B2320"/>
    <path d="M142 184q18 14 36 0" fill="none" stroke="#8A4B3C" stroke-width="5" stroke-linecap="round"/>
  </svg>`;
}
