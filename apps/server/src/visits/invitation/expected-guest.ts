import { type Actor, isFromOutside } from '@vestibule/contract/platform/access.ts';
import type { ListQuery } from '@vestibule/contract/platform/values.ts';
import { guestKinds } from '@vestibule/contract/platform/message-words.ts';
import { searchMinimum } from '@vestibule/contract/platform/values.ts';
import type { ExpectedGuest } from '@vestibule/contract/visits/expected-guest.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { requireCompany } from '../../accounts/company/company.ts';
import { readTenant } from '../../building/tenant/tenant.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Db } from '../../platform/db/database.ts';
import { readList } from '../../platform/db/list.ts';
import { bool, int, moment, text } from '../../platform/db/typed-sql.ts';
import type { Rows } from '../../platform/http/answer.ts';
import { momentKey, readCursor, searchPatterns, toPage } from '../../platform/http/list.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import {
  failedKindOfGuest,
  guestsExpected,
  isGuestAlone,
  isGuestLate,
  listGuestsInNeed,
} from '../visitor/attention.sql.ts';

const ExpectedGuestRow = z.strictObject({
  id: int,
  invitation_id: int,
  name: text,
  company_name: text.nullable(),
  tenant_id: int,
  tenant_name: text,
  employee_id: int.nullable(),
  employee_name: text.nullable(),
  employee_phone: text.nullable(),
  title: text.nullable(),
  starts_at: moment,
  ends_at: moment,
  is_confirmed: bool,
  has_phone: bool,
  is_phone_taken: bool,
  is_late: bool,
  is_canceled: bool,
  failed_kind: z.enum(guestKinds).nullable(),
});

interface ExpectedGuestQuery extends ListQuery {
  tenantId?: number | undefined;
  only?: 'late' | 'needsAttention' | undefined;
}

/** A tenant's user gets the guests of the tenant. */
export async function readExpectedGuests(
  db: Db,
  actor: Actor,
  companyId: number,
  query: ExpectedGuestQuery,
): Promise<Rows<ExpectedGuest>> {
  await requireCompany(db, actor, companyId);
  const tenantId = query.tenantId ?? actor.tenantId;
  if (tenantId !== null && (await readTenant(db, actor, tenantId)).companyId !== companyId) {
    throw new Refusal('notFound');
  }
  if (isFromOutside(actor)) {
    await audit(db, actor, { action: 'invitation.listed', companyId, subject: 'invitation', subjectId: null });
  }
  const patterns = searchPatterns(query, searchMinimum.company);
  const after = readCursor(query, momentKey);
  const isAboutNeeds = query.only === 'needsAttention';
  const from = isAboutNeeds ? listGuestsInNeed(companyId) : guestsExpected(companyId);
  const conditions = [
    isAboutNeeds ? sql`true` : isGuestAlone,
    ...(tenantId === null ? [] : [sql`i.tenant_id = ${tenantId}`]),
    ...(query.only === 'late' ? [isGuestLate] : []),
    ...(patterns.length > 0
      ? [
          sql`(${sql.join(
            patterns.map((pattern) => sql`g.search like fold(${pattern})`),
            sql` or `,
          )})`,
        ]
      : []),
  ];
  const { rows, counted } = await readList(db, query, {
    row: ExpectedGuestRow,
    select: sql`
      select ig.id, i.id as invitation_id, g.name, g.company_name, i.tenant_id, t.name as tenant_name, i.employee_id,
        e.name as employee_name, e.phone as employee_phone, i.title, i.starts_at, i.ends_at,
        ig.confirmed_at is not null as is_confirmed, g.phone is not null as has_phone, g.is_phone_taken,
        i.canceled_at is null and ${isGuestLate} as is_late,
        i.canceled_at is not null as is_canceled, ${failedKindOfGuest} as failed_kind
      from ${from} join tenant t on t.company_id = i.company_id and t.id = i.tenant_id
      left join employee e on e.company_id = i.company_id and e.id = i.employee_id`,
    from,
    where: sql.join(conditions, sql` and `),
    further: after ? sql`and (i.starts_at, ig.id) > (${after.key}::timestamptz, ${after.id})` : sql``,
    order: sql`i.starts_at, ig.id`,
    isSearch: patterns.length > 0,
  });
  const page = toPage(rows, query, counted, ({ starts_at: key, id }) => ({ key, id }));
  return { ...page, rows: page.rows.map(toExpectedGuest) };
}

function toExpectedGuest(row: z.output<typeof ExpectedGuestRow>): ExpectedGuest {
  const { employee_id: hostId, employee_name: hostName } = row;
  return {
    id: row.id,
    invitationId: row.invitation_id,
    name: row.name,
    companyName: row.company_name,
    tenant: { id: row.tenant_id, name: row.tenant_name },
    host: hostId !== null && hostName !== null ? { id: hostId, name: hostName, phone: row.employee_phone } : null,
    title: row.title,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    state: row.is_confirmed ? 'confirmed' : 'invited',
    hasPhone: row.has_phone,
    isPhoneUnverified: row.is_phone_taken,
    isLate: row.is_late,
    isCanceled: row.is_canceled,
    failedMessage: row.failed_kind,
  };
}
