import type { TenantSettingsValues } from '@vestibule/contract/building/settings.ts';
import type { Actor } from '@vestibule/contract/platform/access.ts';
import type { Parsed, Reply } from '@vestibule/contract/platform/endpoint.ts';
import { type MessageProblem, type SettingsKind, settingsKinds } from '@vestibule/contract/platform/message-words.ts';
import type { previewMessages, SampleMessage, sendTestMessage } from '@vestibule/contract/visits/message-preview.ts';
import { badgePapers } from '@vestibule/contract/accounts/company.ts';
import type { Language } from '@vestibule/contract/platform/values.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { inScope, inTenantScope } from '../../accounts/scope/scope.ts';
import { audit } from '../../platform/audit/audit.ts';
import { type Db, onlyRow, transaction } from '../../platform/db/database.ts';
import type { Vault } from '../../platform/db/sealed.ts';
import { int, text, typedSql } from '../../platform/db/typed-sql.ts';
import { countUse, type Limit } from '../../platform/http/limit.ts';
import { orNotFound } from '../../platform/http/refusal.ts';
import { dataUrl, readLogo } from '../../platform/integrations/storage/read-logo.ts';
import type { Storage } from '../../platform/integrations/storage/storage.ts';
import type { SmsRules } from '../../platform/integrations/sms/limits.ts';
import { countSegments } from '../../platform/integrations/sms/sms.ts';
import { notifyDebounced } from '../../platform/live/bus.ts';
import { barrierOf } from '../../platform/outbox/barrier.ts';
import { type Brand, BrandFacts, brandFacts } from '../../platform/outbox/brand.ts';
import { composeMail, composeSms } from '../../platform/outbox/compose.ts';
import { type ArrivalFacts, sealContent, type SmsContent } from '../../platform/outbox/content.ts';
import { readPhone } from '../../platform/values/phone.ts';
import { printSample } from '../badge/badge.ts';
import { answerPath } from './answer-token.ts';
import { passPath } from '../badge/code.ts';
import { visitMessages } from './arrival.ts';
import { holdMessages } from './hold.ts';
import { textWithoutLinks } from '../../platform/values/without-links.ts';
import { buildingTime } from '../../platform/values/building-time.ts';

/** SMS also count against the limits of SMS. */
const tests: Limit = { uses: 10, seconds: 3_600 };
/** A test that arrives later confuses. */
const hoursOfUse = 1;

const example = {
  visitor: 'Astrid Solheim',
  visitorCompany: 'Fjord Design',
  host: 'Kari Nordmann',
  tenant: 'Aurora Shipping',
  code: 'V0000000',
  answer: '0'.repeat(30),
};

const PlaceRow = z.strictObject({
  company_id: int,
  tenant_id: int.nullable(),
  house: text,
  time_zone: text,
  badge_paper: z.enum(badgePapers),
  tenant: text.nullable(),
  company_country: text,
  logo_file: text.nullable(),
  brand: BrandFacts,
});
type PlaceRow = z.infer<typeof PlaceRow>;

async function findPlace(db: Db, actor: Actor, settingsId: number): Promise<PlaceRow> {
  const { rows } = await typedSql(PlaceRow)`
    select s.company_id, s.tenant_id, c.name as house, c.time_zone, c.badge_paper, t.name as tenant,
      r.country_code as company_country, i.file as logo_file,
      ${brandFacts(sql`s.company_id`)} as brand
    from tenant_settings s
    join company c on c.id = s.company_id
    join tenant_settings r on r.company_id = s.company_id and r.tenant_id is null
    left join tenant t on t.company_id = s.company_id and t.id = s.tenant_id
    left join image i on i.company_id = t.company_id and i.id = t.logo_image_id
    where s.id = ${settingsId} and ${inScope(actor, 's.company_id')} and ${inTenantScope(actor, 's.tenant_id')}`.execute(
    db,
  );
  return orNotFound(rows[0]);
}

export async function previewOf(
  db: Db,
  storage: Storage,
  actor: Actor,
  settingsId: number,
  { settings, language, origin }: Parsed<typeof previewMessages, 'body'> & { origin: string },
): Promise<Reply<typeof previewMessages>> {
  const place = await findPlace(db, actor, settingsId);
  const contents = contentsOf(place, actor, settings, origin);
  const messages = [
    mailSample(contents, settings, language, await readBrand(storage, place)),
    ...settingsKinds.map((kind) => smsSample(kind, contents, settings, language)),
  ];
  return { messages, badge: await printSampleBadge(storage, place, settings) };
}

type Contents = { [Kind in SettingsKind]: SmsContent<Kind> };

async function readBrand(storage: Storage, { brand: { house, accent, logoFile } }: PlaceRow): Promise<Brand> {
  const logo = logoFile === null ? null : await readLogo(storage, logoFile);
  return { house, accent, logo: logo && dataUrl(logo) };
}

function mailSample(
  contents: Contents,
  settings: TenantSettingsValues,
  wanted: Language | null,
  brand: Brand,
): SampleMessage {
  const language = wanted ?? settings.emailLanguage;
  const mail = composeMail('arrival', contents.arrival, { language, brand });
  return { kind: 'arrival', channel: 'email', isOn: settings.enableEmailToEmployee, language, ...mail, segments: null };
}

function smsSample(
  kind: SettingsKind,
  contents: Contents,
  settings: TenantSettingsValues,
  wanted: Language | null,
): SampleMessage {
  const { isOn, language: usual } = smsSettings(settings)[kind];
  const language = wanted ?? usual ?? settings.emailLanguage;
  const text = composeSms(kind, contents[kind], language);
  return { kind, channel: 'sms', isOn, language, subject: null, text, html: null, segments: countSegments(text) };
}

function smsSettings(
  settings: TenantSettingsValues,
): Record<SettingsKind, { isOn: boolean; language: Language | null }> {
  const { smsLanguageToEmployee, smsConfirmationLanguage, deliverySmsLanguage, wifiInfo } = settings;
  const toVisitor = { isOn: settings.enableSmsConfirmation, language: smsConfirmationLanguage };
  return {
    arrival: { isOn: smsLanguageToEmployee !== null, language: smsLanguageToEmployee },
    visitConfirmation: toVisitor,
    wifi: { isOn: settings.enableWifiInfoSms && wifiInfo !== null, language: smsConfirmationLanguage },
    preregistration: toVisitor,
    delivery: { isOn: deliverySmsLanguage !== null, language: deliverySmsLanguage },
  };
}

function contentsOf(place: PlaceRow, actor: Actor, settings: TenantSettingsValues, origin: string): Contents {
  const { house, time_zone: timeZone } = place;
  const tenant = place.tenant ?? example.tenant;
  const isOfTenant = actor.role === 'tenant';
  const { customAdditionalInfo: closing, wifiInfo } = settings;
  const now = new Date();
  const facts: ArrivalFacts = {
    visitId: 0,
    house,
    timeZone,
    tenant,
    host: example.host,
    visitor: example.visitor,
    visitorCompany: example.visitorCompany,
    wifi: wifiInfo,
    isWifiOfTenant: isOfTenant,
    closing,
    isClosingOfTenant: isOfTenant,
    at: now.toISOString(),
    recipient: null,
    isSettled: false,
    isOver: false,
    guestId: null,
    pass: null,
  };
  const last = closing !== null && isOfTenant ? textWithoutLinks(closing) : closing;
  return {
    arrival: visitMessages.contentOf.arrival(facts, `${origin}${answerPath}/${example.answer}`),
    visitConfirmation: visitMessages.contentOf.visitConfirmation(facts, null),
    wifi: visitMessages.contentOf.wifi(facts, null),
    preregistration: { house, tenant, link: `${origin}${passPath}/${example.code}`, closing: last },
    delivery: { house, tenant, time: buildingTime(timeZone).time(now), closing: null },
  };
}

function printSampleBadge(storage: Storage, place: PlaceRow, settings: TenantSettingsValues): Promise<string | null> {
  return printSample(storage, example.code, {
    visitor_id: 0,
    visit_id: null,
    checked_in_at: null,
    name: example.visitor,
    company_name: example.visitorCompany,
    tenant_name: place.tenant ?? example.tenant,
    host_name: example.host,
    house: place.house,
    time_zone: place.time_zone,
    badge_paper: place.badge_paper,
    has_main: settings.enablePrintBadgeOption,
    has_parking: settings.enablePrintParkingBadgeOption,
    parking_label_info: settings.parkingLabelInfo,
    logo_file: place.logo_file,
  });
}

interface TestDeps {
  vault: Vault;
  unserved: ReadonlySet<'email' | 'sms'>;
  smsRules: SmsRules;
}

/** @throws {Refusal} `notFound`, `invalidPhone`, `tooManyRequests` */
export async function sendTest(
  db: Db,
  { vault, unserved, smsRules }: TestDeps,
  actor: Actor,
  settingsId: number,
  {
    settings,
    language: wanted,
    kind,
    channel,
    phone,
    origin,
  }: Parsed<typeof sendTestMessage, 'body'> & { origin: string },
): Promise<Reply<typeof sendTestMessage>> {
  const place = await findPlace(db, actor, settingsId);
  const isMail = channel === 'email' || phone === undefined;
  const recipient = isMail ? await emailOf(db, actor) : readPhone(phone, settings.countryCode);
  await countUse(db, `test messages of user ${actor.userId}`, tests);
  if (unserved.has(channel)) return { state: 'notSent', problem: 'noProvider' };
  const barrier = isMail ? null : barrierOf(recipient, place.company_country, smsRules.countries);
  if (barrier !== null) return { state: 'notSent', problem: barrier };

  const contents = contentsOf(place, actor, settings, origin);
  // Deleting a user of no company drops no messages of a company.
  const isOfCompany = actor.role !== 'superAdmin' && actor.role !== 'partner';
  const language = isMail ? (wanted ?? settings.emailLanguage) : smsSample(kind, contents, settings, wanted).language;
  return transaction(db, async (db) => {
    const { rows } = await typedSql({ id: int })`select nextval('message_id_seq')::int as id`.execute(db);
    const { id } = onlyRow(rows);
    await sql`
      insert into message (id, channel, company_id, user_id, kind, recipient, language, content, expires_at)
      values (${id}, ${channel}, ${place.company_id}, ${isMail && isOfCompany ? actor.userId : null}, ${kind}, ${recipient}, ${language},
        ${sealContent(vault, id, contents[kind])}, now() + make_interval(hours => ${hoursOfUse}))`.execute(db);
    const held = isMail
      ? 0
      : await holdMessages(db, place.company_id, [id], { sender: actor, rules: smsRules }, place.tenant_id);
    await audit(db, actor, {
      action: 'tenantSettings.testSent',
      companyId: place.company_id,
      subject: 'tenantSettings',
      subjectId: settingsId,
    });
    if (held === 0) notifyDebounced(db, 'message');
    return {
      state: held > 0 ? 'held' : 'queued',
      problem: held > 0 ? await problemOf(db, place.company_id, id) : null,
    };
  });
}

async function emailOf(db: Db, { userId }: Actor): Promise<string> {
  const query = db.selectFrom('user_account').select('email').where('id', '=', userId);
  return orNotFound(await query.executeTakeFirst()).email;
}

async function problemOf(db: Db, companyId: number, messageId: number): Promise<MessageProblem | null> {
  const query = db
    .selectFrom('message')
    .select('problem')
    .where('company_id', '=', companyId)
    .where('id', '=', messageId);
  return (await query.executeTakeFirst())?.problem ?? null;
}
