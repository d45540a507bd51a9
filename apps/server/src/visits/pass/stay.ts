import type { Agent } from '@vestibule/contract/platform/access.ts';
import { Image } from '@vestibule/contract/platform/image.ts';
import { languages } from '@vestibule/contract/platform/values.ts';
import type { Stay } from '@vestibule/contract/visits/stay.ts';
import { z } from 'zod';
import type { Db, Reach } from '../../platform/db/database.ts';
import type { Vault } from '../../platform/db/sealed.ts';
import { bool, int, moment, text, typedSql } from '../../platform/db/typed-sql.ts';
import { countUse, type Limit } from '../../platform/http/limit.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { findCompanyOfVisit, readStayToken } from '../notification/answer-token.ts';
import { languageOfVisitor } from '../notification/arrival.ts';
import { awaitsReply, stayOn } from '../visit/still-here.ts';
import { checkOut } from '../visit/visit.ts';

/** Unknown tokens per network, as for passes. */
const guesses: Limit = { uses: 60, seconds: 60 };

/** The link comes at most once in two hours, so an older one belongs to a visit that is long over. */
const hoursOfUse = 24;

interface Presented {
  vault: Vault;
  token: string;
  network: string;
}

const StayRow = z.strictObject({
  id: int,
  company_id: int,
  visitor_id: int.nullable(),
  tenant_id: int,
  tenant: text,
  house: text,
  zone: text,
  accent_color: text.nullable(),
  logo: Image.nullable(),
  checked_in_at: moment,
  checked_out_at: moment.nullable(),
  awaits_reply: bool,
  stays_until: moment.nullable(),
  language: z.enum(languages),
});
type StayRow = z.infer<typeof StayRow>;

/** Undefined for a visit that has no question, or that ended long ago. */
async function findStay(db: Db, companyId: number, visitId: number): Promise<StayRow | undefined> {
  const { rows } = await typedSql(StayRow)`
    select o.id, o.company_id, o.visitor_id, o.tenant_id, t.name as tenant, c.name as house, c.time_zone as zone, k.accent_color,
      image_shown(c.id, k.logo_image_id) as logo, o.checked_in_at, o.checked_out_at, ${awaitsReply} as awaits_reply, o.stays_until,
      ${languageOfVisitor} as language
    from visit o
    join tenant t on t.company_id = o.company_id and t.id = o.tenant_id
    join company c on c.id = o.company_id and c.deleted_at is null
    join tenant_settings_in_force s on s.company_id = o.company_id and s.for_tenant_id = o.tenant_id
    left join kiosk_settings k on k.company_id = c.id and k.kiosk_id is null
    where o.company_id = ${companyId} and o.id = ${visitId} and o.asked_at is not null
      and (o.checked_out_at is null or o.checked_out_at > now() - make_interval(hours => ${hoursOfUse}))`.execute(db);
  return rows[0];
}

/**
 * Only unknown tokens are counted, and their lookup takes the same time whatever their form is.
 * @throws {Refusal} `linkInvalid`; `tooManyRequests` for many unknown tokens of a network
 */
async function knownStay(
  { acrossCompanies, within }: Reach,
  { vault, token, network }: Presented,
): Promise<{ db: Db; row: StayRow }> {
  const visitId = readStayToken(vault, token) ?? 0;
  const companyId = await findCompanyOfVisit(acrossCompanies, visitId);
  const db = within([companyId]);
  const row = await findStay(db, companyId, visitId);
  if (row) return { db, row };
  await countUse(db, `unknown stay from ${network}`, guesses);
  throw new Refusal('linkInvalid');
}

export async function readStay(reach: Reach, presented: Presented): Promise<Stay> {
  const { row } = await knownStay(reach, presented);
  return toStay(row);
}

/** @throws {Refusal} `linkInvalid`; `visitorIsNotCheckedIn` */
export async function keepStay(reach: Reach, presented: Presented): Promise<Stay> {
  const { db, row } = await knownStay(reach, presented);
  await stayOn(db, actorOf(row), { companyId: row.company_id, visitId: row.id });
  return readStay(reach, presented);
}

/** @throws {Refusal} `linkInvalid` */
export async function endStay(reach: Reach, presented: Presented): Promise<Stay> {
  const { db, row } = await knownStay(reach, presented);
  const { id: visitId, visitor_id: visitorId } = row;
  if (row.checked_out_at === null && visitorId !== null) {
    try {
      await checkOut(db, actorOf(row), visitorId, { visitId });
    } catch (error) {
      // Another request was faster.
      if (!(error instanceof Refusal && ['visitorIsNotCheckedIn', 'notFound'].includes(error.reason))) throw error;
    }
  }
  // The tenant may keep no visits. Then only this reply has the end.
  const ended = await findStay(db, row.company_id, visitId);
  return toStay(ended ?? { ...row, checked_out_at: new Date().toISOString(), awaits_reply: false });
}

/** Reaches the tenant of the visit only. The audit log names the visitor by id. */
function actorOf({ visitor_id: userId, company_id: companyId, tenant_id: tenantId }: StayRow): Agent {
  return { userId: userId ?? 0, role: 'pass', companyIds: [companyId], partnerId: null, tenantId };
}

function toStay(row: StayRow): Stay {
  return {
    tenant: { id: row.tenant_id, name: row.tenant },
    building: { name: row.house, timeZone: row.zone, accentColor: row.accent_color, logo: row.logo },
    checkedInAt: row.checked_in_at,
    checkedOutAt: row.checked_out_at,
    isAsked: row.awaits_reply,
    staysUntil: row.stays_until,
    language: row.language,
  };
}
