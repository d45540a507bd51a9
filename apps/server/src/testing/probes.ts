import type { Endpoint } from '@vestibule/contract/platform/endpoint.ts';
import { type EndpointName, endpoints } from '@vestibule/contract/endpoints.ts';
import { z } from 'zod';
import { answerToken, stayToken } from '../visits/notification/answer-token.ts';
import { makeLink } from '../accounts/user/password-link.ts';
import type { Db } from '../platform/db/database.ts';
import { seedUser, seedVisitor, type Site } from './building.ts';
import type { Answer, Caller, CallInput } from './caller.ts';
import { png, seedImage } from './images.ts';
import { companySettingsId, seedKiosk, seedPendingKiosk } from './kiosks.ts';
import { seedInvitation, tokenOfGuest } from './invitations.ts';
import { seedFolder, seedLicense } from './licenses.ts';
import { seedFailedAnnouncement, seedFailedMessage, visitOf } from './messages.ts';
import {
  anyValues,
  exceptions,
  type Ids,
  linkPage,
  type ProbeContext,
  usualFilters,
  usualRows,
  usualValues,
} from './probe.ts';
import { testVault } from './server.ts';
import { seedOwnSettings } from './settings.ts';

type Part = Endpoint['params' | 'query' | 'body'];

function schemaOf(part: Part): z.ZodObject | undefined {
  const schema: unknown = part instanceof z.ZodArray ? part.element : part;
  return schema instanceof z.ZodObject ? schema : undefined;
}

function propertiesOf(name: EndpointName, part: Part): { property: string; schema: z.ZodType }[] {
  const whole = schemaOf(part);
  if (!whole) return [];
  const shape: Record<string, z.ZodType> = whole.shape;
  const { rows, values } = exceptions[name] ?? {};
  const { params, query }: Endpoint = endpoints[name];
  const filters = part === query && !params && !rows ? usualFilters.filter((id) => id in shape).slice(0, 1) : [];
  const own = new Set([...Object.keys({ ...rows, ...values }), ...filters]);
  const placeholders = Object.fromEntries([...own].map((property) => [property, '1']));
  const missed = whole.safeParse(placeholders).error?.issues.map(({ path }) => path[0]) ?? [];
  return Object.entries(shape).flatMap(([property, schema]) =>
    own.has(property) || missed.includes(property) ? [{ property, schema }] : [],
  );
}

function rowOf(name: EndpointName, property: string): keyof Ids | undefined {
  const { rows = {}, values = {} } = exceptions[name] ?? {};
  return rows[property] ?? (property in values ? undefined : usualRows.get(property));
}

export function namedIds(name: EndpointName): (keyof Ids)[] {
  const { params, query, body }: Endpoint = endpoints[name];
  return [params, query, body]
    .flatMap((part) => propertiesOf(name, part))
    .flatMap(({ property }) => rowOf(name, property) ?? []);
}

/** The request succeeds for a permitted caller on these rows. */
export function probeInput<Name extends EndpointName>(
  name: Name,
  ids: Ids,
  site: Site,
): CallInput<(typeof endpoints)[Name]> {
  const { params, query, body, file }: Endpoint = endpoints[name];
  const pass = passes.get(ids.invitedGuestId) ?? 'UNKNOWN';
  const [answer, stay] = [answerToken(testVault, ids.visitId), stayToken(testVault, ids.visitId)];
  const context = { ids, site, token: tokens.get(ids.userId) ?? '', pass, answer, stay };
  const fill = (part: Part) =>
    Object.fromEntries(propertiesOf(name, part).map((one) => [one.property, valueOf(name, one, context)]));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a test parses the input of each probe
  return {
    ...(params && { params: fill(params) }),
    ...(query && { query: fill(query) }),
    ...(body && { body: body instanceof z.ZodArray ? [fill(body)] : fill(body) }),
    ...(file && { file: exceptions[name]?.file?.() ?? png() }),
  } as CallInput<(typeof endpoints)[Name]>;
}

function valueOf(
  name: EndpointName,
  { property, schema }: { property: string; schema: z.ZodType },
  context: ProbeContext,
): unknown {
  const row = rowOf(name, property);
  if (row) return idAs(schema, context.ids[row]);
  const own = exceptions[name]?.values?.[property];
  if (own) return own(context);
  const usual = usualValues[property]?.(context);
  if (usual !== undefined) return typeof usual === 'number' ? idAs(schema, usual) : usual;
  const choices = schema instanceof z.ZodEnum ? schema.options : anyValues.map((value) => value());
  const found = choices.find((value) => accepts(schema, value));
  if (found === undefined) throw new Error(`${name} needs an exception: no usual value is a valid ${property}`);
  return found;
}

function idAs(schema: z.ZodType, id: number): unknown {
  return [id, String(id), [id]].find((value) => accepts(schema, value));
}

function accepts(schema: z.ZodType, value: unknown): boolean {
  return schema.safeParse(value).success;
}

export async function tryProbe<Name extends EndpointName>(
  caller: Caller,
  name: Name,
  ids: Ids,
  site: Site,
  options: { from?: string } = {},
): Promise<Answer<(typeof endpoints)[Name]>> {
  return caller.call(endpoints[name], probeInput(name, ids, site), options);
}

const tokens = new Map<number, string>();
const passes = new Map<number, string>();

export async function idsOf(
  db: Db,
  site: Site,
  name: EndpointName,
  of: 'tenant' | 'neighbor' = 'tenant',
): Promise<Ids> {
  const tenant = site[of];
  const { visitor, prepare } = exceptions[name] ?? {};
  const isInside = visitor === 'inside';
  const { id: visitorId } = await seedVisitor(db, site, isInside ? { inside: tenant } : { expectedBy: tenant });
  const settingsId = await seedOwnSettings(db, site.company.id, tenant.id);
  await prepare?.(db, site);
  const user = await seedUser(db, { role: 'tenant', companyId: site.company.id, tenantId: tenant.id }, null);
  const link = await makeLink(db, user.id, new URL(linkPage), 1);
  tokens.set(user.id, link.slice(link.lastIndexOf('/') + 1));
  const employeeId = of === 'tenant' ? site.employee.id : site.neighborEmployee.id;
  const folder = await seedFolder(db);
  const visitMessageId = isInside ? await seedFailedAnnouncement(db, visitorId) : 0;
  const invited = await seedInvitation(db, { company: site.company, tenant, host: { id: employeeId } });
  passes.set(invited.invitedGuestId, await tokenOfGuest(db, invited.invitedGuestId));
  const { id: licenseId } = await seedLicense(db, folder);
  return {
    companyId: site.company.id,
    partnerId: site.partner.id,
    tenantId: tenant.id,
    employeeId,
    settingsId,
    logoId: await seedImage(db, { companyId: site.company.id, tenantId: tenant.id }, 'logo'),
    photoId: await seedImage(db, { companyId: site.company.id, tenantId: tenant.id }, 'photo'),
    visitorId,
    visitId: await visitOf(db, visitorId),
    visitMessageId,
    invitationId: invited.id,
    invitedGuestId: invited.invitedGuestId,
    folderId: folder.id,
    licenseId,
    messageId: await seedFailedMessage(db, site.company),
    userId: user.id,
    kioskId: (await seedKiosk(db, site, { isOnline: true })).id,
    pendingKioskId: (await seedPendingKiosk(db, site)).id,
    kioskSettingsId: await companySettingsId(db, site.company.id),
    backgroundId: await seedImage(db, { companyId: site.company.id, tenantId: null }, 'background'),
  };
}
