import type { Actor } from '@vestibule/contract/platform/access.ts';
import type { Company } from '@vestibule/contract/accounts/company.ts';
import type { CompanyPreferences, CompanyPreferencesEdit } from '@vestibule/contract/accounts/company-edit.ts';
import { audit } from '../../platform/audit/audit.ts';
import { type Db, transaction } from '../../platform/db/database.ts';
import { refuseChanged } from '../../platform/http/changed.ts';
import { found, Refusal } from '../../platform/http/refusal.ts';
import { readCompany } from './company.ts';
import { type CompanyRow, lockCompany } from './company.store.ts';
import { typedSql, text } from '../../platform/db/typed-sql.ts';

/** Gives a company another name. @throws {Refusal} `notFound`; `changedMeanwhile` when the name is not `previous` any more. */
export function renameCompany(
  db: Db,
  actor: Actor,
  companyId: number,
  { name, previous }: { name: string; previous?: string | undefined },
): Promise<Company> {
  return change(db, actor, companyId, 'company.renamed', { name }, (row) => refuseChanged(row.name, previous, name));
}

/**
 * Sets the preferences that are given.
 * @throws {Refusal} `notFound`; `validation` for a time zone that the database does not know; `changedMeanwhile` when one of `previous`
 * is not that any more
 */
export async function setPreferences(
  db: Db,
  actor: Actor,
  companyId: number,
  { previous, badgePaper, autoCheckOutAt, ...edit }: CompanyPreferencesEdit & { previous?: object | undefined },
): Promise<Company> {
  const timeZone = edit.timeZone === undefined ? undefined : await spellZone(db, edit.timeZone);
  const changes = {
    ...(timeZone !== undefined && { time_zone: timeZone }),
    ...(badgePaper !== undefined && { badge_paper: badgePaper }),
    ...(autoCheckOutAt !== undefined && { auto_check_out_at: autoCheckOutAt }),
  };
  return change(db, actor, companyId, 'company.configured', changes, (row) => {
    if (previous)
      refuseChanged(preferencesOf(row, previous), previous, preferencesOf({ ...row, ...changes }, previous));
  });
}

/** Those preferences that `named` has as well. */
function preferencesOf({ time_zone, badge_paper, auto_check_out_at }: CompanyRow, named: object): object {
  const all: CompanyPreferences = { timeZone: time_zone, badgePaper: badge_paper, autoCheckOutAt: auto_check_out_at };
  return Object.fromEntries(Object.entries(all).filter(([name]) => name in named));
}

/**
 * The name of a time zone as the database spells it, however its letters were typed. One that only JavaScript knows would stop the
 * jobs, which reckon with the zones of all companies at once.
 */
async function spellZone(db: Db, timeZone: string): Promise<string> {
  const { rows } = await typedSql({ name: text })`
    select name from pg_timezone_names where lower(name) = lower(${timeZone})`.execute(db);
  const [zone] = rows;
  if (!zone) throw new Refusal('validation', { fields: { timeZone: 'invalidTimeZone' } });
  return zone.name;
}

/** Says who gets the company's notifications. @throws {Refusal} `notFound`; `changedMeanwhile` */
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

/** Who gets the company's notifications. @throws {Refusal} `notFound` */
export async function readNotificationEmails(
  db: Db,
  actor: Actor,
  companyId: number,
): Promise<{ notificationEmails: string[] }> {
  const company = await readCompany(db, actor, companyId);
  return { notificationEmails: company.notificationEmails ?? [] };
}

type Changes = Partial<
  Pick<CompanyRow, 'name' | 'time_zone' | 'badge_paper' | 'auto_check_out_at' | 'notification_emails'>
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
    check(found(await lockCompany(db, actor, companyId)));
    if (Object.keys(changes).length > 0) {
      await db.updateTable('company').set(changes).where('id', '=', companyId).execute();
      await audit(db, actor, { action, companyId, subject: 'company', subjectId: companyId });
    }
    return readCompany(db, actor, companyId);
  });
}
