import type { CompanyPreferences, CompanyPreferencesEdit } from '@vestibule/contract/accounts/company-edit.ts';
import type { Company } from '@vestibule/contract/accounts/company.ts';
import type { Actor, Agent } from '@vestibule/contract/platform/access.ts';
import type { ListQuery } from '@vestibule/contract/platform/values.ts';
import { sql } from 'kysely';
import { audit } from '../../platform/audit/audit.ts';
import { type Db, transaction } from '../../platform/db/database.ts';
import { text, typedSql } from '../../platform/db/typed-sql.ts';
import type { Rows } from '../../platform/http/answer.ts';
import { refuseChanged } from '../../platform/http/changed.ts';
import { toPage } from '../../platform/http/list.ts';
import { orNotFound, Refusal } from '../../platform/http/refusal.ts';
import { phoneOrNull } from '../../platform/values/phone.ts';
import { type Organizations, requireCompanyScope } from '../scope/scope.ts';
import { notifySessionsChanged } from '../session/session.ts';
import { listUsersOfPartner } from '../user/user.ts';
import { companyCreated } from './company.events.ts';
import { type CompanyRow, findCompany, listCompanies, lockCompany, toCompany } from './company.store.ts';

export async function readCompany(db: Db, actor: Actor, companyId: number): Promise<Company> {
  return toCompany(orNotFound(await findCompany(db, actor, companyId)), actor);
}

export async function readCompanies(
  db: Db,
  actor: Actor,
  query: ListQuery,
  partnerId?: number,
): Promise<Rows<Company>> {
  const { rows, counted } = await listCompanies(db, actor, query, partnerId);
  const page = toPage(rows, query, counted, (row) => ({ key: row.folded_name, id: row.id }));
  return { ...page, rows: page.rows.map((row) => toCompany(row, actor)) };
}

export async function requireCompany(db: Db, actor: Agent, companyId: number): Promise<void> {
  requireCompanyScope(actor, companyId);
  if (actor.companyIds !== 'all') return;
  const row = await db
    .selectFrom('company')
    .select('id')
    .where('id', '=', companyId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw new Refusal('notFound');
}

interface NewCompany {
  name: string;
  countryCode: string;
  timeZone: string;
  partnerId?: number;
}

export async function createCompany(db: Db, { name, countryCode, timeZone, partnerId }: NewCompany): Promise<number> {
  return transaction(db, async (db) => {
    const { id } = await db
      .insertInto('company')
      .values({ name, time_zone: timeZone, partner_id: partnerId ?? null })
      .returning('id')
      .executeTakeFirstOrThrow();
    await companyCreated.publish(db, { companyId: id, countryCode });
    if (partnerId !== undefined) {
      await sql`insert into company_partner (company_id, partner_id) values (${id}, ${partnerId})`.execute(db);
    }
    return id;
  });
}

const defaultCountry = 'NO';

export function addCompany(
  db: Db,
  actor: Actor,
  organizations: Organizations,
  { name, partnerId }: { name: string; partnerId?: number | null | undefined },
): Promise<Company> {
  return transaction(db, async (db) => {
    const owner = partnerId ?? actor.partnerId;
    if (owner !== null) await organizations.partner(db, actor, owner);
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    const companyId = await createCompany(db, {
      name,
      countryCode: defaultCountry,
      timeZone,
      ...(owner !== null && { partnerId: owner }),
    });
    await audit(db, actor, { action: 'company.created', companyId, subject: 'company', subjectId: companyId });
    if (owner !== null) await notifySessionsChanged(db, await listUsersOfPartner(db, owner));
    const inNewScope = actor.companyIds === 'all' ? actor : { ...actor, companyIds: [...actor.companyIds, companyId] };
    return toCompany(orNotFound(await findCompany(db, inNewScope, companyId)), actor);
  });
}

export function renameCompany(
  db: Db,
  actor: Actor,
  companyId: number,
  { name, previous }: { name: string; previous?: string | undefined },
): Promise<Company> {
  return change(db, actor, companyId, 'company.renamed', { name }, (row) => refuseChanged(row.name, previous, name));
}

type PreferencesChange = CompanyPreferencesEdit & { previous?: object | undefined };

/**
 * Sets the given preferences.
 * @throws {Refusal} `notFound`; `validation` for a time zone unknown to the database; `invalidPhone`; `changedMeanwhile`
 */
export async function setPreferences(
  db: Db,
  actor: Actor,
  companyId: number,
  { previous, badgePaper, autoCheckOutAt, hasReception, address, directions, ...edit }: PreferencesChange,
  countryOf: (db: Db, companyId: number) => Promise<string>,
): Promise<Company> {
  requireCompanyScope(actor, companyId);
  const receptionPhone = edit.receptionPhone
    ? readReceptionPhone(edit.receptionPhone, await countryOf(db, companyId))
    : edit.receptionPhone;
  const timeZone = edit.timeZone === undefined ? undefined : await spellZone(db, edit.timeZone);
  const changes = {
    ...(timeZone !== undefined && { time_zone: timeZone }),
    ...(badgePaper !== undefined && { badge_paper: badgePaper }),
    ...(autoCheckOutAt !== undefined && { auto_check_out_at: autoCheckOutAt }),
    ...(hasReception !== undefined && { has_reception: hasReception }),
    ...(receptionPhone !== undefined && { reception_phone: receptionPhone }),
    ...(address !== undefined && { address }),
    ...(directions !== undefined && { directions }),
  };
  return change(db, actor, companyId, 'company.configured', changes, (row) => {
    if (previous)
      refuseChanged(preferencesOf(row, previous), previous, preferencesOf({ ...row, ...changes }, previous));
  });
}

function readReceptionPhone(typed: string, country: string): string {
  const phone = phoneOrNull(typed, country);
  if (phone === null) throw new Refusal('invalidPhone', { fields: { receptionPhone: 'invalidPhone' } });
  return phone;
}

function preferencesOf(row: CompanyRow, named: object): object {
  const all: CompanyPreferences = {
    timeZone: row.time_zone,
    badgePaper: row.badge_paper,
    autoCheckOutAt: row.auto_check_out_at,
    hasReception: row.has_reception,
    receptionPhone: row.reception_phone,
    address: row.address,
    directions: row.directions,
  };
  return Object.fromEntries(Object.entries(all).filter(([name]) => name in named));
}

/** A zone that only JavaScript knows would stop jobs. */
async function spellZone(db: Db, timeZone: string): Promise<string> {
  const { rows } = await typedSql({ name: text })`
    select name from pg_timezone_names where lower(name) = lower(${timeZone})`.execute(db);
  const [zone] = rows;
  if (!zone) throw new Refusal('validation', { fields: { timeZone: 'invalidTimeZone' } });
  return zone.name;
}

export function setNotificationEmails(
  db: Db,
  actor: Actor,
  companyId: number,
  { notificationEmails, previous }: { notificationEmails: string[]; previous?: string[] | undefined },
): Promise<Company> {
  const changes = { notification_emails: notificationEmails };
  return change(db, actor, companyId, 'company.configured', changes, (row) =>
    refuseChanged(row.notification_emails, previous, notificationEmails),
  );
}

export async function readNotificationEmails(
  db: Db,
  actor: Actor,
  companyId: number,
): Promise<{ notificationEmails: string[] }> {
  const company = await readCompany(db, actor, companyId);
  return { notificationEmails: company.notificationEmails ?? [] };
}

type Changes = Partial<
  Pick<
    CompanyRow,
    | 'name'
    | 'time_zone'
    | 'badge_paper'
    | 'auto_check_out_at'
    | 'has_reception'
    | 'reception_phone'
    | 'address'
    | 'directions'
    | 'notification_emails'
  >
>;

function change(
  db: Db,
  actor: Actor,
  companyId: number,
  action: 'company.renamed' | 'company.configured',
  changes: Changes,
  check: (row: CompanyRow) => void = () => undefined,
): Promise<Company> {
  return transaction(db, async (db) => {
    check(orNotFound(await lockCompany(db, actor, companyId)));
    if (Object.keys(changes).length > 0) {
      await db.updateTable('company').set(changes).where('id', '=', companyId).execute();
      await audit(db, actor, { action, companyId, subject: 'company', subjectId: companyId });
    }
    return readCompany(db, actor, companyId);
  });
}
