import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import { type Db, onlyRow, transaction } from '../db/database.ts';
import type { ScheduledJob } from '../jobs/worker.ts';
import { bytes, int, typedSql, text } from '../db/typed-sql.ts';
import { allEntries } from './audit.ts';

/** An arbitrary constant: one process adds links at a time. */
const chainLock = 7_130_003;
const batchSize = 1_000;
const changeTakesMinutes = 10;
const beginning = Buffer.alloc(32);

const Entry = z.strictObject({
  id: int,
  company_id: int.nullable(),
  user_id: int,
  role: text,
  action: text,
  subject: text,
  subject_id: int.nullable(),
  at: text,
});
type Entry = z.infer<typeof Entry>;

const entryColumns = sql`e.id, e.company_id, e.user_id, e.role, e.action, e.subject, e.subject_id, e.at`;

/** A link inside each change would serialize all changes. */
export const chainAudit: ScheduledJob = {
  name: 'chain-audit',
  cron: '* * * * *',
  run: ({ acrossCompanies }) => chainEntries(acrossCompanies),
};

export async function chainEntries(db: Db): Promise<number> {
  let added = 0;
  let from = await wholeUpTo(db);
  for (;;) {
    // Later commits with lower ids get their link next time, so that no batch repeats earlier ones.
    const entries = await chainBatch(db, from);
    added += entries.length;
    from = entries.at(-1)?.id ?? from;
    if (entries.length < batchSize) return added;
  }
}

function chainBatch(db: Db, from: number): Promise<Entry[]> {
  return transaction(db, async (db) => {
    await sql`select pg_advisory_xact_lock(${chainLock})`.execute(db);
    const { rows: entries } = await typedSql(Entry)`
      select ${entryColumns} from ${allEntries} e
      where e.id > ${from} and not exists (select from audit_link l where l.entry_id = e.id and l.company_id = coalesce(e.company_id, 0))
      order by e.id limit ${batchSize}`.execute(db);
    for (const [companyId, group] of Map.groupBy(entries, chainOf)) await extend(db, companyId, group);
    return entries;
  });
}

/**
 * Finds the newest entry that is older than the newest linked one by more than any change takes. `countUnbound` counts entries of longer
 * changes.
 */
async function wholeUpTo(db: Db): Promise<number> {
  const { rows } = await typedSql({ id: int })`
    select e.id from ${allEntries} e
    join (select id, at from ${allEntries} a where id = (select max(entry_id) from audit_link)) head on e.id <= head.id
    where e.at < head.at - make_interval(mins => ${changeTakesMinutes})
    order by e.id desc limit 1`.execute(db);
  return rows[0]?.id ?? 0;
}

async function extend(db: Db, companyId: number, entries: Entry[]): Promise<void> {
  const { rows } = await typedSql({ position: int, hash: bytes })`
    select position, hash from audit_link where company_id = ${companyId} order by position desc limit 1`.execute(db);
  let { position, hash } = rows[0] ?? { position: 0, hash: beginning };
  const links = entries.map((entry) => {
    position += 1;
    hash = link(hash, entry);
    return { position, entryId: entry.id, hash };
  });
  await sql`
    insert into audit_link (company_id, position, entry_id, hash)
    select ${companyId}, * from unnest(
      ${links.map((one) => one.position)}::bigint[], ${links.map((one) => one.entryId)}::bigint[],
      ${links.map((one) => one.hash)}::bytea[]
    )`.execute(db);
}

/** How much older than its predecessors an entry may be, in ms. An older one was inserted later. */
const maxDisorderMs = 3_600_000;

export interface Break {
  companyId: number;
  position: number;
}

export async function proveChains(db: Db): Promise<{ proven: number; breaks: Break[] }> {
  const { rows: chains } = await typedSql({ company_id: int })`
    select distinct company_id from audit_link order by company_id`.execute(db);
  const breaks: Break[] = [];
  let proven = 0;
  for (const { company_id: companyId } of chains) {
    const { links, brokenAt } = await proveChain(db, companyId);
    proven += links;
    if (brokenAt !== undefined) breaks.push({ companyId, position: brokenAt });
  }
  return { proven, breaks };
}

export async function countUnbound(db: Db): Promise<number> {
  const { rows } = await typedSql({ counted: int })`
    select count(*) as counted from ${allEntries} e
    where not exists (select from audit_link l where l.entry_id = e.id and l.company_id = coalesce(e.company_id, 0))`.execute(
    db,
  );
  return onlyRow(rows).counted;
}

const Link = z.union([
  Entry.extend({ position: int, hash: bytes }),
  z.looseObject({ id: z.null(), position: int, hash: bytes }),
]);

async function proveChain(db: Db, companyId: number): Promise<{ links: number; brokenAt?: number }> {
  const entries = companyId === 0 ? sql`(select *, null::int as company_id from system_audit_entry)` : sql`audit_entry`;
  const isOfChain = companyId === 0 ? sql`true` : sql`e.company_id = l.company_id`;
  let hash: Buffer = beginning;
  let position = 0;
  let newest = 0;
  for (;;) {
    const { rows } = await typedSql(Link)`
      select l.position, l.hash, ${entryColumns}
      from audit_link l left join ${entries} e on e.id = l.entry_id and ${isOfChain}
      where l.company_id = ${companyId} and l.position > ${position} order by l.position limit ${batchSize}`.execute(
      db,
    );
    for (const row of rows) {
      const entry = row.id === null ? undefined : row;
      const at = Date.parse(entry?.at ?? '');
      const holds =
        entry && row.position === position + 1 && row.hash.equals(link(hash, entry)) && at > newest - maxDisorderMs;
      if (!holds) return { links: position, brokenAt: position + 1 };
      newest = Math.max(newest, at);
      position = row.position;
      ({ hash } = row);
    }
    if (rows.length < batchSize) return { links: position };
  }
}

function link(before: Buffer, entry: Entry): Buffer {
  const { id, company_id: companyId, user_id: userId, role, action, subject, subject_id: subjectId, at } = entry;
  const content = JSON.stringify([id, companyId, userId, role, action, subject, subjectId, at]);
  return createHash('sha256').update(before).update(content).digest();
}

/** 0 for entries of the system. */
function chainOf(entry: Entry): number {
  return entry.company_id ?? 0;
}
