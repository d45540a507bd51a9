import type { Actor, Agent } from '@vestibule/contract/platform/access.ts';
import { Image, type ImageType, imageTypes } from '@vestibule/contract/platform/image.ts';
import type { ListQuery } from '@vestibule/contract/platform/values.ts';
import type { Problem } from '@vestibule/contract/platform/refusal.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { type Db, onlyRow } from '../../platform/db/database.ts';
import { type Counted, readList } from '../../platform/db/list.ts';
import { inScope, inTenantScope } from '../../accounts/scope/scope.ts';
import { momentKey, readCursor } from '../../platform/http/list.ts';
import { int, moment, typedSql, text } from '../../platform/db/typed-sql.ts';

export const ImageRow = z.strictObject({
  id: int,
  company_id: int,
  tenant_id: int.nullable(),
  type: z.enum(imageTypes),
  file: text,
  thumbnail: text,
  created_at: moment,
  shown: Image,
});
export type ImageRow = z.infer<typeof ImageRow>;

export interface NewImage {
  companyId: number;
  tenantId: number | null;
  type: ImageType;
  name: string;
  file: string;
  thumbnail: string;
  bytes: number;
}

const columns = sql`i.id, i.company_id, i.tenant_id, i.type, i.file, i.thumbnail, i.created_at, image_shown(i.company_id, i.id) as shown`;

export async function findImage(db: Db, actor: Actor, imageId: number): Promise<ImageRow | undefined> {
  const { rows } = await typedSql(ImageRow)`
    select ${columns} from image i
    where i.id = ${imageId} and ${inScope(actor, 'i.company_id')} and ${inTenantScope(actor, 'i.tenant_id')}`.execute(
    db,
  );
  return rows[0];
}

export function listImages(
  db: Db,
  { companyId, tenantId }: { companyId: number; tenantId: number | null },
  type: ImageType | undefined,
  query: Omit<ListQuery, 'search'>,
): Promise<Counted<ImageRow>> {
  const after = readCursor(query, momentKey);
  const ofType = type === undefined ? sql`` : sql`and i.type = ${type}`;
  const ofOwner = tenantId === null ? sql`i.tenant_id is null` : sql`i.tenant_id = ${tenantId}`;
  const further = after ? sql`and (i.created_at, i.id) < (${after.key}::timestamptz, ${after.id})` : sql``;
  return readList(db, query, {
    row: ImageRow,
    select: sql`select ${columns} from image i`,
    from: sql`image i`,
    where: sql`i.company_id = ${companyId} and ${ofOwner} ${ofType}`,
    further,
    order: sql`i.created_at desc, i.id desc`,
  });
}

export async function insertImage(db: Db, image: NewImage): Promise<number> {
  const { rows } = await typedSql({ id: int })`
    insert into image (company_id, tenant_id, type, name, file, thumbnail, bytes)
    values (${image.companyId}, ${image.tenantId}, ${image.type}, ${image.name}, ${image.file}, ${image.thumbnail}, ${image.bytes})
    returning id`.execute(db);
  return onlyRow(rows).id;
}

export async function deleteImage(db: Db, companyId: number, imageId: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('image')
    .where('company_id', '=', companyId)
    .where('id', '=', imageId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

const UseRow = z.strictObject({ kind: z.enum(['tenant', 'employee', 'company', 'kiosk']), id: int, name: text });

export async function listUses(db: Db, image: ImageRow): Promise<NonNullable<Problem['usedBy']>> {
  const { rows } = await typedSql(UseRow)`
    select 'tenant' as kind, t.id, t.name from tenant t
    where t.company_id = ${image.company_id} and t.logo_image_id = ${image.id}
    union all
    select 'employee' as kind, e.id, e.name from employee e
    where e.company_id = ${image.company_id} and e.photo_id = ${image.id}
    union all
    select 'company' as kind, c.id, c.name from company c
    join kiosk_settings s on s.company_id = c.id and s.kiosk_id is null
    where c.id = ${image.company_id} and ${image.id} in (s.logo_image_id, s.background_image_id)
    union all
    select 'kiosk' as kind, k.id, k.name from kiosk k
    join kiosk_settings s on s.company_id = k.company_id and s.kiosk_id = k.id
    where k.company_id = ${image.company_id} and ${image.id} in (s.logo_image_id, s.background_image_id)
    limit 10`.execute(db);
  return rows;
}

export async function listOrphans(db: Db, names: readonly string[]): Promise<string[]> {
  const { rows } = await typedSql({ name: text })`
    select kept.name from unnest(${names}::text[]) as kept (name)
    where not exists (select from image i where i.file = kept.name)
      and not exists (select from image i where i.thumbnail = kept.name)`.execute(db);
  return rows.map(({ name }) => name);
}

export async function findCompanyOfTenant(db: Db, actor: Agent, tenantId: number): Promise<number | undefined> {
  const { rows } = await typedSql({ company_id: int })`
    select t.company_id from tenant t
    where t.id = ${tenantId} and ${inScope(actor, 't.company_id')} and ${inTenantScope(actor, 't.id')}`.execute(db);
  return rows[0]?.company_id;
}
