import { type Agent, isFromOutside } from '@vestibule/contract/platform/access.ts';
import type { Parsed, Reply } from '@vestibule/contract/platform/endpoint.ts';
import type { previewInvitation } from '@vestibule/contract/visits/invitation.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { passPath } from '../badge/code.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Db } from '../../platform/db/database.ts';
import { text, typedSql } from '../../platform/db/typed-sql.ts';
import { orNotFound } from '../../platform/http/refusal.ts';
import { dataUrl, readLogo } from '../../platform/integrations/storage/read-logo.ts';
import type { Storage } from '../../platform/integrations/storage/storage.ts';
import { BrandFacts, brandFacts } from '../../platform/outbox/brand.ts';
import { composeMail, composeSms } from '../../platform/outbox/compose.ts';
import { datesOf, readPeriod } from './dates.ts';
import { readGuests } from './guest.ts';
import { contentOf } from './guest-message.ts';
import { findPlace } from './invitation.store.ts';

const PreviewRow = z.strictObject({
  house: text,
  address: text.nullable(),
  directions: text.nullable(),
  tenant: text,
  host: text.nullable(),
  host_email: text.nullable(),
  until: text.nullable(),
  brand: BrandFacts,
});

/** As long as the token of a pass. */
const sampleToken = 'A'.repeat(26);
const sampleCode = '7K4Q M2XD';

interface PreviewDeps {
  storage: Storage;
  origin: string;
}

/**
 * Writes the message of an invitation to one guest without storing it.
 * @throws {Refusal} as the contract states; `notFound` for a host of another tenant
 */
export async function previewMessage(
  db: Db,
  { storage, origin }: PreviewDeps,
  actor: Agent,
  tenantId: number,
  { guest, ...fields }: Parsed<typeof previewInvitation, 'body'>,
): Promise<Reply<typeof previewInvitation>> {
  const place = orNotFound(await findPlace(db, actor, tenantId));
  const { zone, company_id: companyId } = place;
  const { employeeId = null, title = null, note = null, repeat = null } = fields;
  const dates = datesOf(readPeriod(fields, zone, new Date(place.now)), repeat, zone);
  const language = guest.language ?? fields.language ?? place.language;
  const [read] = readGuests(place, { guests: [guest], notifyGuests: true, language, isLanguageChosen: true });
  const [first] = dates;
  const last = dates.at(-1);
  if (!read || !first || !last) throw new Error('a guest and a date are there');

  const { rows } = await typedSql(PreviewRow)`
    select c.name as house, c.address, c.directions, t.name as tenant, e.name as host, e.email as host_email,
      case when ${dates.length > 1}
        then to_char(${last.startsAt}::timestamptz at time zone c.time_zone, 'DD.MM.YYYY') end as until,
      ${brandFacts(sql`t.company_id`)} as brand
    from tenant t
    join company c on c.id = t.company_id
    left join employee e on e.company_id = t.company_id and e.tenant_id = t.id and e.id = ${employeeId}
    where t.company_id = ${companyId} and t.id = ${tenantId} and (${employeeId}::int is null or e.id is not null)`.execute(
    db,
  );
  const { brand, ...facts } = orNotFound(rows[0]);
  if (isFromOutside(actor)) {
    await audit(db, actor, { action: 'invitation.listed', companyId, subject: 'invitation', subjectId: null });
  }
  const content = contentOf(
    {
      ...facts,
      name: read.name,
      zone,
      title,
      note,
      starts_at: first.startsAt.toISOString(),
      ends_at: first.endsAt.toISOString(),
      dates: dates.map(({ startsAt, endsAt }) => ({
        startsAt: startsAt.toISOString(),
        endsAt: endsAt.toISOString(),
        isOn: true,
        isNamed: true,
        isOver: false,
        title,
        note,
      })),
      repeat,
      sequence: 0,
      uid: 'preview',
    },
    'invitation',
    { link: `${origin}${passPath}/${sampleToken}`, code: sampleCode },
  );
  if (read.email === null) {
    const message = composeSms('invitation', content, language);
    return { channel: 'sms', language, subject: null, text: message, html: null };
  }
  const logo = brand.logoFile === null ? null : await readLogo(storage, brand.logoFile);
  const shown = { house: brand.house, accent: brand.accent, logo: logo && dataUrl(logo) };
  return { channel: 'email', language, ...composeMail('invitation', content, { language, brand: shown }) };
}
