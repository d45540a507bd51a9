import type { License, LicenseFolder } from '@vestibule/contract/kiosks/license.ts';
import { type ListQuery, searchMinimum } from '@vestibule/contract/platform/values.ts';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { type Db, onlyRow } from '../../platform/db/database.ts';
import { planEachTime } from '../../platform/db/naming-client.ts';
import { type Counted, readList } from '../../platform/db/list.ts';
import { type Position, readCursor, searchPattern } from '../../platform/http/list.ts';
import { readLicenseKey } from './key.ts';
import { int, moment, typedSql, text } from '../../platform/db/typed-sql.ts';

export const FolderRow = z.strictObject({
  id: int,
  name: text,
  license_count: int,
  used_count: int,
  folded_name: text,
  created_at: moment,
});
export type FolderRow = z.infer<typeof FolderRow>;

export const LicenseRow = z.strictObject({
  id: int,
  folder_id: int,
  key: text,
  description: text.nullable(),
  mac: text.nullable(),
  activation_date: text.nullable(),
  created_at: moment,
});
export type LicenseRow = z.infer<typeof LicenseRow>;

const folderColumns = sql`f.id, f.name, f.folded_name, f.created_at,
  (select count(*) from license l where l.folder_id = f.id) as license_count,
  (select count(*) from license l where l.folder_id = f.id and l.mac is not null) as used_count`;
const licenseColumns = sql`l.id, l.folder_id, l.key, l.description, l.mac, l.activation_date, l.created_at`;

function matching({ search }: Pick<ListQuery, 'search'>): RawBuilder<unknown> | undefined {
  const words = search === undefined ? undefined : (readLicenseKey(search) ?? search);
  const pattern = searchPattern({ search: words }, searchMinimum.system);
  return pattern === undefined ? undefined : sql`l.search like fold(${pattern})`;
}

export function listFolders(db: Db, query: ListQuery): Promise<Counted<FolderRow>> {
  const after = readCursor(query);
  const match = matching(query);
  const further = after ? sql`and (f.folded_name, f.id) > (${after.key}, ${after.id})` : sql``;
  return readList(db, query, {
    row: FolderRow,
    select: sql`select ${folderColumns} from license_folder f`,
    from: sql`license_folder f`,
    where: match ? sql`f.id in (select l.folder_id from license l where ${match})` : sql`true`,
    further,
    order: sql`f.folded_name, f.id`,
    isSearch: match !== undefined,
  });
}

export async function listLicensesOfAllFolders(db: Db, query: Pick<ListQuery, 'search'>): Promise<LicenseRow[]> {
  const match = matching(query);
  const { rows } = await typedSql(LicenseRow)`
    select ${licenseColumns} from license l where ${match ?? sql`true`}
    order by l.folder_id, l.id desc ${match ? sql.raw(planEachTime) : sql``}`.execute(db);
  return rows;
}

export function listLicenses(db: Db, folderId: number, query: ListQuery): Promise<Counted<LicenseRow>> {
  const after = readCursor(query);
  const match = matching(query);
  const further = after ? sql`and l.id < ${after.id}` : sql``;
  return readList(db, query, {
    row: LicenseRow,
    select: sql`select ${licenseColumns} from license l`,
    from: sql`license l`,
    where: sql`l.folder_id = ${folderId} ${match ? sql`and ${match}` : sql``}`,
    further,
    order: sql`l.id desc`,
    isSearch: match !== undefined,
  });
}

export async function listLicensesBefore(
  db: Db,
  folderId: number,
  before: number | undefined,
  limit: number,
): Promise<LicenseRow[]> {
  const further = before === undefined ? sql`` : sql`and l.id < ${before}`;
  const { rows } = await typedSql(LicenseRow)`
    select ${licenseColumns} from license l where l.folder_id = ${folderId} ${further}
    order by l.id desc limit ${limit}`.execute(db);
  return rows;
}

export function positionOf({ id }: LicenseRow): Position {
  return { key: '', id };
}

export async function findFolder(db: Db, folderId: number): Promise<FolderRow | undefined> {
  const { rows } = await typedSql(FolderRow)`
    select ${folderColumns} from license_folder f where f.id = ${folderId}`.execute(db);
  return rows[0];
}

export async function lockFolder(db: Db, folderId: number): Promise<FolderRow | undefined> {
  await sql`select from license_folder where id = ${folderId} for update`.execute(db);
  // A separate statement sees changes that were committed while the lock waited.
  return findFolder(db, folderId);
}

export async function insertFolder(db: Db, name: string): Promise<FolderRow> {
  const { rows } = await typedSql(FolderRow)`
    insert into license_folder as f (name) values (${name}) returning ${folderColumns}`.execute(db);
  return onlyRow(rows);
}

export async function renameFolder(db: Db, folderId: number, name: string): Promise<void> {
  await db.updateTable('license_folder').set({ name }).where('id', '=', folderId).execute();
}

export async function listLicensesOfFolder(db: Db, folderId: number): Promise<number[]> {
  const { rows } = await typedSql({ id: int })`
    select id from license where folder_id = ${folderId} and mac is not null order by id`.execute(db);
  return rows.map(({ id }) => id);
}

export async function deleteFolder(db: Db, folderId: number): Promise<number[]> {
  const { rows } = await typedSql({ id: int })`
    delete from license where id in (select id from license where folder_id = ${folderId} order by id for update)
    returning id`.execute(db);
  await db.deleteFrom('license_folder').where('id', '=', folderId).execute();
  return rows.map(({ id }) => id);
}

export async function insertLicenses(db: Db, folderId: number, keys: readonly string[]): Promise<LicenseRow[]> {
  const { rows } = await typedSql(LicenseRow)`
    insert into license as l (folder_id, key) select ${folderId}, unnest(${[...keys]}::text[])
    on conflict (key) do nothing returning ${licenseColumns}`.execute(db);
  return rows;
}

export async function lockLicenses(db: Db, ids: readonly number[]): Promise<LicenseRow[]> {
  const { rows } = await typedSql(LicenseRow)`
    select ${licenseColumns} from license l where l.id = any(${[...ids]}::int[]) order by l.id for update`.execute(db);
  return rows;
}

export async function deleteLicenses(db: Db, ids: readonly number[]): Promise<void> {
  await sql`delete from license where id = any(${[...ids]}::int[])`.execute(db);
}

export async function describeLicense(db: Db, licenseId: number, description: string | null): Promise<void> {
  await db.updateTable('license').set({ description }).where('id', '=', licenseId).execute();
}

export async function detachLicense(db: Db, licenseId: number): Promise<void> {
  await db.updateTable('license').set({ mac: null }).where('id', '=', licenseId).execute();
}

export function toFolder(row: FolderRow): LicenseFolder {
  return {
    id: row.id,
    name: row.name,
    createdAt: row.created_at,
    licenseCount: row.license_count,
    usedCount: row.used_count,
  };
}

export function toLicense(row: LicenseRow): License {
  return {
    id: row.id,
    key: row.key,
    description: row.description,
    activationDate: row.activation_date,
    createdAt: row.created_at,
    mac: row.mac,
    folderId: row.folder_id,
  };
}
