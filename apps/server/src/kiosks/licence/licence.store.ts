import type { Licence, LicenceFolder } from '@vestibule/contract/kiosks/licence.ts';
import { type ListQuery, searchMinimum } from '@vestibule/contract/platform/values.ts';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { type Db, onlyRow } from '../../platform/db/database.ts';
import { planEachTime } from '../../platform/db/naming-client.ts';
import { type Counted, readList } from '../../platform/db/list.ts';
import { type Position, readCursor, searchPattern } from '../../platform/http/list.ts';
import { readLicenceKey } from './key.ts';
import { int, moment, typedSql, text } from '../../platform/db/typed-sql.ts';

export const FolderRow = z.strictObject({
  id: int,
  name: text,
  licence_count: int,
  folded_name: text,
  created_at: moment,
});
export type FolderRow = z.infer<typeof FolderRow>;

export const LicenceRow = z.strictObject({
  id: int,
  folder_id: int,
  key: text,
  description: text.nullable(),
  mac: text.nullable(),
  activation_date: text.nullable(),
  created_at: moment,
});
export type LicenceRow = z.infer<typeof LicenceRow>;

const folderColumns = sql`f.id, f.name, f.folded_name, f.created_at,
  (select count(*) from licence l where l.folder_id = f.id) as licence_count`;
const licenceColumns = sql`l.id, l.folder_id, l.key, l.description, l.mac, l.activation_date, l.created_at`;

function matching({ search }: Pick<ListQuery, 'search'>): RawBuilder<unknown> | undefined {
  const words = search === undefined ? undefined : (readLicenceKey(search) ?? search);
  const pattern = searchPattern({ search: words }, searchMinimum.system);
  return pattern === undefined ? undefined : sql`l.search like fold(${pattern})`;
}

export function listFolders(db: Db, query: ListQuery): Promise<Counted<FolderRow>> {
  const after = readCursor(query);
  const match = matching(query);
  const further = after ? sql`and (f.folded_name, f.id) > (${after.key}, ${after.id})` : sql``;
  return readList(db, query, {
    row: FolderRow,
    select: sql`select ${folderColumns} from licence_folder f`,
    from: sql`licence_folder f`,
    where: match ? sql`f.id in (select l.folder_id from licence l where ${match})` : sql`true`,
    further,
    order: sql`f.folded_name, f.id`,
    isSearch: match !== undefined,
  });
}

export async function listLicencesOfAllFolders(db: Db, query: Pick<ListQuery, 'search'>): Promise<LicenceRow[]> {
  const match = matching(query);
  const { rows } = await typedSql(LicenceRow)`
    select ${licenceColumns} from licence l where ${match ?? sql`true`}
    order by l.folder_id, l.id desc ${match ? sql.raw(planEachTime) : sql``}`.execute(db);
  return rows;
}

export function listLicences(db: Db, folderId: number, query: ListQuery): Promise<Counted<LicenceRow>> {
  const after = readCursor(query);
  const match = matching(query);
  const further = after ? sql`and l.id < ${after.id}` : sql``;
  return readList(db, query, {
    row: LicenceRow,
    select: sql`select ${licenceColumns} from licence l`,
    from: sql`licence l`,
    where: sql`l.folder_id = ${folderId} ${match ? sql`and ${match}` : sql``}`,
    further,
    order: sql`l.id desc`,
    isSearch: match !== undefined,
  });
}

export async function listLicencesBefore(
  db: Db,
  folderId: number,
  before: number | undefined,
  limit: number,
): Promise<LicenceRow[]> {
  const further = before === undefined ? sql`` : sql`and l.id < ${before}`;
  const { rows } = await typedSql(LicenceRow)`
    select ${licenceColumns} from licence l where l.folder_id = ${folderId} ${further}
    order by l.id desc limit ${limit}`.execute(db);
  return rows;
}

export function positionOf({ id }: LicenceRow): Position {
  return { key: '', id };
}

export async function findFolder(db: Db, folderId: number): Promise<FolderRow | undefined> {
  const { rows } = await typedSql(FolderRow)`
    select ${folderColumns} from licence_folder f where f.id = ${folderId}`.execute(db);
  return rows[0];
}

export async function lockFolder(db: Db, folderId: number): Promise<FolderRow | undefined> {
  await sql`select from licence_folder where id = ${folderId} for update`.execute(db);
  // A separate statement sees what the lock waited for.
  return findFolder(db, folderId);
}

export async function insertFolder(db: Db, name: string): Promise<FolderRow> {
  const { rows } = await typedSql(FolderRow)`
    insert into licence_folder as f (name) values (${name}) returning ${folderColumns}`.execute(db);
  return onlyRow(rows);
}

export async function renameFolder(db: Db, folderId: number, name: string): Promise<void> {
  await db.updateTable('licence_folder').set({ name }).where('id', '=', folderId).execute();
}

export async function listLicencesOfFolder(db: Db, folderId: number): Promise<number[]> {
  const { rows } = await typedSql({ id: int })`
    select id from licence where folder_id = ${folderId} and mac is not null order by id`.execute(db);
  return rows.map(({ id }) => id);
}

export async function deleteFolder(db: Db, folderId: number): Promise<number[]> {
  const { rows } = await typedSql({ id: int })`
    delete from licence where id in (select id from licence where folder_id = ${folderId} order by id for update)
    returning id`.execute(db);
  await db.deleteFrom('licence_folder').where('id', '=', folderId).execute();
  return rows.map(({ id }) => id);
}

export async function insertLicences(db: Db, folderId: number, keys: readonly string[]): Promise<LicenceRow[]> {
  const { rows } = await typedSql(LicenceRow)`
    insert into licence as l (folder_id, key) select ${folderId}, unnest(${[...keys]}::text[])
    on conflict (key) do nothing returning ${licenceColumns}`.execute(db);
  return rows;
}

export async function lockLicences(db: Db, ids: readonly number[]): Promise<LicenceRow[]> {
  const { rows } = await typedSql(LicenceRow)`
    select ${licenceColumns} from licence l where l.id = any(${[...ids]}::int[]) order by l.id for update`.execute(db);
  return rows;
}

export async function deleteLicences(db: Db, ids: readonly number[]): Promise<void> {
  await sql`delete from licence where id = any(${[...ids]}::int[])`.execute(db);
}

export async function describeLicence(db: Db, licenceId: number, description: string | null): Promise<void> {
  await db.updateTable('licence').set({ description }).where('id', '=', licenceId).execute();
}

export async function detachLicence(db: Db, licenceId: number): Promise<void> {
  await db.updateTable('licence').set({ mac: null }).where('id', '=', licenceId).execute();
}

export function toFolder(row: FolderRow): LicenceFolder {
  return { id: row.id, name: row.name, createdAt: row.created_at, licenseCount: row.licence_count };
}

export function toLicence(row: LicenceRow): Licence {
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
