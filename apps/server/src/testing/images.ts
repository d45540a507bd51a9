import type { ImageType } from '@vestibule/contract/platform/image.ts';
import type { Db } from '../platform/db/database.ts';
import { newFileNames } from '../platform/pictures/file-name.ts';

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

export function png(bytes: Uint8Array<ArrayBuffer> = pixel, name = 'picture.png'): File {
  return new File([bytes], name, { type: 'image/png' });
}

export async function seedImage(
  db: Db,
  owner: { companyId: number; tenantId: number | null },
  type: ImageType,
): Promise<number> {
  const { id } = await db
    .insertInto('image')
    .values({
      company_id: owner.companyId,
      tenant_id: owner.tenantId,
      type,
      name: `${type}.png`,
      ...newFileNames({ type: 'image/png' }),
      bytes: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
