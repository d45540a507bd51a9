import { renameTenant } from '@vestibule/contract/building/tenant.ts';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { onlyRow, openDatabase, type Db } from '../db/database.ts';
import { building, type Building } from '../../testing/building.ts';
import { audit } from './audit.ts';
import { chainAudit, chainEntries, proveChains } from './chain.ts';
import { int, typedSql } from '../db/typed-sql.ts';

const rename = ({ as, tenant }: Building, name: string) =>
  as('company').call(renameTenant, { params: { tenantId: tenant.id }, body: { name } });

async function siteWithChain(): Promise<Building> {
  const site = await building();
  for (const name of ['One', 'Two', 'Three', 'Four']) await rename(site, name);
  await chainEntries(site.db);
  return site;
}

const linksOf = async ({ db, company }: Building) => {
  const { rows } = await typedSql({ position: int, entry_id: int, company_id: int })`
    select l.position, l.entry_id, e.company_id from audit_link l join audit_entry e on e.id = l.entry_id
    where l.company_id = ${company.id} order by l.position`.execute(db);
  return rows;
};

const entriesOf = ({ db, company }: Building) =>
  db.selectFrom('audit_entry').select('id').where('company_id', '=', company.id).orderBy('id').execute();

async function brokenAfter(
  { db, company }: Building,
  tamper: (db: Db, ids: number[]) => Promise<unknown>,
): Promise<number | undefined> {
  const ids = await db
    .selectFrom('audit_entry')
    .select('id')
    .where('company_id', '=', company.id)
    .orderBy('id')
    .execute();
  const attempt = await db.startTransaction().execute();
  try {
    await tamper(
      attempt,
      ids.map(({ id }) => id),
    );
    const { breaks } = await proveChains(attempt);
    return breaks.find(({ companyId }) => companyId === company.id)?.position;
  } finally {
    await attempt.rollback().execute();
  }
}

test('links the entries of a company in their order', async () => {
  const site = await siteWithChain();
  const entries = await entriesOf(site);
  expect(await linksOf(site)).toEqual(
    entries.map(({ id }, index) => ({ position: index + 1, entry_id: id, company_id: site.company.id })),
  );
  expect(await chainEntries(site.db)).toBe(0);
});

test('entries without a company have a chain of their own', async () => {
  const { db, users } = await building();
  const act = { action: 'licenseFolder.created', companyId: null, subject: 'licenseFolder', subjectId: 1 } as const;
  await audit(db, { userId: users.superAdmin.id, role: 'superAdmin' }, act);
  expect(await chainEntries(db)).toBe(1);
  expect((await proveChains(db)).breaks).toEqual([]);
});

test('one run of the job links all waiting entries', async () => {
  const site = await building();
  const { db, company, users } = site;
  await sql`
    insert into audit_entry (company_id, user_id, role, action, subject)
    select ${company.id}, ${users.company.id}, 'company', 'visitor.listed', 'company' from generate_series(1, 2001)`.execute(
    db,
  );
  await chainAudit.run(site.reach);
  expect(await linksOf(site)).toHaveLength(2_001);
  expect((await proveChains(db)).breaks).toEqual([]);
});

test('two processes that link at the same time link each entry once', async () => {
  const site = await building();
  const other = openDatabase(site.server.database.connection, 2);
  onTestFinished(() => other.close());
  for (const name of ['One', 'Two', 'Three']) await rename(site, name);
  const bound = await Promise.all([chainEntries(site.db), chainEntries(other.db), chainEntries(site.db)]);
  expect(bound.toSorted((a, b) => b - a)).toEqual([expect.any(Number), 0, 0]);
  expect((await linksOf(site)).map(({ position }) => position)).toEqual([1, 2, 3]);
  expect((await proveChains(site.db)).breaks).toEqual([]);
});

test('links an entry after entries that were committed before it', async () => {
  const site = await building();
  const { db, company, users } = site;
  const slow = await db.startTransaction().execute();
  const entry = { company_id: company.id, user_id: users.company.id, role: 'company', subject: 'company' } as const;
  const { id: late } = await slow
    .insertInto('audit_entry')
    .values({ ...entry, action: 'visitor.listed', subject_id: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  await rename(site, 'Quick');
  await chainEntries(db);
  expect(await linksOf(site)).toHaveLength(1);
  await slow.commit().execute();
  await chainEntries(db);
  const ids = (await linksOf(site)).map(({ entry_id: id }) => id);
  expect(ids).toHaveLength(2);
  expect(ids[1]).toBe(late);
  expect(ids[0]).toBeGreaterThan(late);
  expect((await proveChains(db)).breaks).toEqual([]);
});

test('links all entries that were written while no worker ran', async () => {
  const site = await building();
  const { db, company, users } = site;
  for (const age of ['3 days', '2 days', '0']) {
    await sql`
      insert into audit_entry (company_id, user_id, role, action, subject, at)
      values (${company.id}, ${users.company.id}, 'company', 'visitor.listed', 'company', now() - ${age}::interval)`.execute(
      db,
    );
  }
  expect(await chainEntries(db)).toBe(3);
  expect((await linksOf(site)).map(({ entry_id: id }) => id)).toEqual((await entriesOf(site)).map(({ id }) => id));
});

test('proves unchanged chains and counts their links', async () => {
  const site = await siteWithChain();
  const { rows } = await typedSql({ links: int })`select count(*) as links from audit_link`.execute(site.db);
  expect(await proveChains(site.db)).toEqual({ proven: rows[0]?.links, breaks: [] });
  expect(await brokenAfter(site, () => Promise.resolve())).toBeUndefined();
});

const changes = {
  'the actor': sql`user_id = user_id + 1`,
  'the role': sql`role = 'superAdmin'`,
  'the action': sql`action = 'tenant.created'`,
  'the kind of thing': sql`subject = 'visitor'`,
  'the thing': sql`subject_id = null`,
  'the moment': sql`at = at + interval '1 second'`,
  'the company': sql`company_id = company_id + 1`,
};

test.for(Object.entries(changes))('finds a change of %s', async ([, change]) => {
  const site = await siteWithChain();
  const broken = await brokenAfter(site, (db, [, , third]) =>
    sql`update audit_entry set ${change} where id = ${third}`.execute(db),
  );
  expect(broken).toBe(3);
});

test('finds a removed entry, even if its link is removed and later links are renumbered', async () => {
  const site = await siteWithChain();
  const remove = (db: Db, id: number | undefined) => sql`delete from audit_entry where id = ${id}`.execute(db);
  expect(await brokenAfter(site, (db, [, second]) => remove(db, second))).toBe(2);
  const removeBoth = async (db: Db, [, second]: number[]) => {
    await remove(db, second);
    await sql`delete from audit_link where entry_id = ${second}`.execute(db);
  };
  expect(await brokenAfter(site, removeBoth)).toBe(2);
  const closeGap = async (db: Db, ids: number[]) => {
    await removeBoth(db, ids);
    for (const position of [3, 4]) {
      await sql`
        update audit_link set position = ${position - 1} where company_id = ${site.company.id} and position = ${position}`.execute(
        db,
      );
    }
  };
  expect(await brokenAfter(site, closeGap)).toBe(2);
});

const systemChanges = {
  changed: 'update system_audit_entry set user_id = user_id + 1 where id = $1',
  removed: 'delete from system_audit_entry where id = $1',
  moved: `
    with moved as (delete from system_audit_entry where id = $1 returning *)
    insert into audit_entry (company_id, user_id, role, action, subject) select 1, user_id, role, action, subject from moved`,
};

test.for(Object.entries(systemChanges))('finds a %s entry of the system', async ([, change]) => {
  const { db, users } = await building();
  const act = { action: 'licenseFolder.created', companyId: null, subject: 'licenseFolder', subjectId: 1 } as const;
  for (let count = 0; count < 3; count += 1) await audit(db, { userId: users.superAdmin.id, role: 'superAdmin' }, act);
  await chainEntries(db);
  const { rows } = await typedSql({ position: int, id: int })`
    select position, entry_id as id from audit_link where company_id = 0 order by position desc offset 1 limit 1`.execute(
    db,
  );
  const { position, id } = onlyRow(rows);
  const attempt = await db.startTransaction().execute();
  await sql.raw(change.replace('$1', String(id))).execute(attempt);
  const { breaks } = await proveChains(attempt);
  await attempt.rollback().execute();
  expect(breaks).toEqual([{ companyId: 0, position }]);
});

test('finds truncated entries, of companies and of the system', async () => {
  const site = await siteWithChain();
  const act = { action: 'licenseFolder.created', companyId: null, subject: 'licenseFolder', subjectId: 1 } as const;
  await audit(site.db, { userId: site.users.superAdmin.id, role: 'superAdmin' }, act);
  await chainEntries(site.db);
  const attempt = await site.db.startTransaction().execute();
  await sql`truncate audit_entry, system_audit_entry`.execute(attempt);
  const { breaks } = await proveChains(attempt);
  await attempt.rollback().execute();
  expect(breaks).toEqual(expect.arrayContaining([0, site.company.id].map((companyId) => ({ companyId, position: 1 }))));
});

test('finds an inserted entry, even if later links are renumbered', async () => {
  const site = await siteWithChain();
  const putIn = async (db: Db) => {
    for (const position of [4, 3, 2]) {
      await sql`
        update audit_link set position = ${position + 1} where company_id = ${site.company.id} and position = ${position}`.execute(
        db,
      );
    }
    const { id } = await db
      .insertInto('audit_entry')
      .values({
        company_id: site.company.id,
        user_id: site.users.company.id,
        role: 'company',
        action: 'tenant.renamed',
        subject: 'tenant',
        subject_id: site.tenant.id,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await sql`
      insert into audit_link (company_id, position, entry_id, hash)
      select company_id, 2, ${id}, hash from audit_link where company_id = ${site.company.id} and position = 1`.execute(
      db,
    );
  };
  expect(await brokenAfter(site, putIn)).toBe(2);
});

test('finds an entry inserted with an older date, even if it has a link', async () => {
  const site = await siteWithChain();
  const putIn = (age: string) => async (db: Db) => {
    await sql`
      insert into audit_entry (company_id, user_id, role, action, subject, at)
      values (${site.company.id}, 1, 'company', 'visitor.listed', 'company', now() - ${age}::interval)`.execute(db);
    await chainEntries(db);
  };
  expect(await brokenAfter(site, putIn('2 hours'))).toBe(5);
  expect(await brokenAfter(site, putIn('10 minutes'))).toBeUndefined();
});

test('finds a changed link', async () => {
  const site = await siteWithChain();
  const broken = await brokenAfter(site, (db, [, second]) =>
    sql`update audit_link set hash = sha256(hash) where entry_id = ${second}`.execute(db),
  );
  expect(broken).toBe(2);
});

test('still proves other chains when one is broken', async () => {
  const [broken, whole] = [await siteWithChain(), await siteWithChain()];
  let proof: Awaited<ReturnType<typeof proveChains>> | undefined;
  const before = await proveChains(broken.db);
  await brokenAfter(broken, async (db, [, second]) => {
    await sql`delete from audit_entry where id = ${second}`.execute(db);
    proof = await proveChains(db);
  });
  expect(proof).toEqual({ proven: before.proven - 3, breaks: [{ companyId: broken.company.id, position: 2 }] });
  expect(await brokenAfter(whole, () => Promise.resolve())).toBeUndefined();
});
