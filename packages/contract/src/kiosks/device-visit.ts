import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import type { FieldKey } from '../platform/refusal.ts';
import { VisitRequest } from '../visits/registration.ts';
import { Id, Moment, requiredLine, TypedPhone } from '../platform/values.ts';

/**
 * Greets a visitor by phone. A typed phone proves nothing, so the reply has no surname, company name, host or visitor id.
 * A visitor is known while the company remembers or expects them.
 */
const PhoneGreeting = z.object({
  known: z.boolean(),
  firstName: z.string().nullable(),
  /** Whether `repeatLastVisit` finds a host. Always false during a visit. */
  canRepeatLastVisit: z.boolean(),
  /** The tenant that expects the visitor; null during a visit. */
  preregisteredTenant: z.object({ id: Id, name: z.string() }).nullable(),
  /** When the open visit began, also of a visitor who is not known. */
  checkedInSince: Moment.nullable(),
});
export type PhoneGreeting = z.output<typeof PhoneGreeting>;

export const lookUpPhoneAtDevice = endpoint({
  method: 'GET',
  path: '/device/phone_lookup',
  summary: 'Greet a visitor by phone',
  access: 'device.act',
  query: z.strictObject({ phone: TypedPhone }),
  reply: PhoneGreeting,
  refusals: ['invalidPhone', 'tooManyRequests'],
});

const BadgeCode = requiredLine('badgeCodeRequired', 32);

/** Greets a visitor by code. The code proves who the visitor is, so the reply has the remembered data. */
const CodeGreeting = z.object({
  known: z.boolean(),
  name: z.string().nullable(),
  companyName: z.string().nullable(),
  /** The tenant that expects the visitor; null during a visit. */
  preregisteredTenantId: Id.nullable(),
  lastVisit: z
    .object({
      tenant: z.object({ id: Id, name: z.string() }),
      /** Null for a visit to the tenant as a whole. */
      employee: z.object({ id: Id, name: z.string() }).nullable(),
    })
    .nullable(),
});
export type CodeGreeting = z.output<typeof CodeGreeting>;

export const lookUpBadgeAtDevice = endpoint({
  method: 'POST',
  path: '/device/badge_lookup',
  summary: 'Greet a visitor by a code',
  access: 'device.act',
  body: z.strictObject({ code: BadgeCode }),
  reply: CodeGreeting,
  refusals: ['tooManyRequests'],
});

/** Names what a device does, so that sending it again does nothing more. */
export const Nonce = z.uuid();

/** When something happened, as a device says; PostgreSQL knows no year 0, and no second of so many decimals. */
export const SaidMoment = Moment.max(32).refine((moment) => !moment.startsWith('0000'));

/** Also runs where another property is wrong, so that the refusal names both. */
const isObject = ({ value }: { value: unknown }) => typeof value === 'object' && value !== null;
const phoneRequired = { path: ['phone'], message: 'phoneRequired' satisfies FieldKey, when: isObject };
const tenantRequired = { path: ['tenantId'], message: 'tenantRequired' satisfies FieldKey, when: isObject };
const employeeRequired = { path: ['employeeId'], message: 'invalidValue' satisfies FieldKey, when: isObject };

/**
 * Checks in a visitor, at `occurredAt` if the server can believe the device's clock.
 *
 * `badgeCode`, the code of an expected visitor, proves who the visitor is and replaces `phone`, which the device need not know. Without a
 * code `name`, `companyName` and `shouldSaveData` apply to this visit. They create remembered data for a phone that has none, and never
 * change remembered data.
 */
export const registerVisitAtDevice = endpoint({
  method: 'POST',
  path: '/device/visits',
  summary: 'Check in a visitor at a kiosk',
  access: 'device.act',
  body: VisitRequest.extend({
    phone: TypedPhone.optional(),
    badgeCode: BadgeCode.optional(),
    /** Null for a known visitor: the remembered name applies. */
    name: VisitRequest.shape.name.nullable(),
    /** Null for a known visitor: the remembered company name applies. */
    companyName: VisitRequest.shape.companyName.nullable(),
    /** True replaces `tenantId` and `employeeId` with the host of the visitor's last visit. */
    repeatLastVisit: z.boolean().optional(),
    tenantId: VisitRequest.shape.tenantId.nullish(),
    employeeId: Id.nullish(),
    nonce: Nonce,
    occurredAt: SaidMoment,
    /** False if the kiosk did not ask. Refused if the tenant now wants consent. Left out if the kiosk can no longer ask. */
    hasConsented: z.boolean().optional(),
    /** True if the kiosk did not ask about remembering. The visitor's remembered data stays, whatever `shouldSaveData` says. */
    keepsChoice: z.boolean().optional(),
  })
    .refine(({ phone, badgeCode }) => phone !== undefined || badgeCode !== undefined, phoneRequired)
    .refine(({ repeatLastVisit, tenantId }) => repeatLastVisit === true || typeof tenantId === 'number', tenantRequired)
    .refine(
      ({ repeatLastVisit, employeeId }) => repeatLastVisit === true || employeeId !== undefined,
      employeeRequired,
    ),
  reply: z.object({
    visitId: Id,
    /** Null where name, company name or host came from memory: the desk prints that badge. */
    badgeHtml: z.string().nullable(),
    /** By which means the host is told; none that is known to have no provider. */
    notified: z.array(z.enum(['sms', 'email'])),
  }),
  status: 201,
  refusals: [
    'invalidPhone',
    'consentRequired',
    'visitorIsAlreadyCheckedIn',
    'visitorIsNotExpected',
    'visitNotFound',
    'tooManyRequests',
  ],
});

/** Checks out the visitor with the phone or the code: a request has one of the two. */
export const checkOutAtDevice = endpoint({
  method: 'POST',
  path: '/device/visits/check_out',
  summary: 'Check out a visitor at a kiosk',
  access: 'device.act',
  body: z
    .strictObject({
      nonce: Nonce.optional(),
      occurredAt: SaidMoment.optional(),
      phone: TypedPhone.optional(),
      /** From the look-up. The request ends no other visit than the one that began then. */
      checkedInSince: SaidMoment.optional(),
      badgeCode: BadgeCode.optional(),
    })
    .refine(({ phone, badgeCode }) => (phone === undefined) !== (badgeCode === undefined), phoneRequired),
  /** The first name only, where the request has a phone. */
  reply: z.object({ visitorName: z.string() }),
  refusals: ['visitNotFound', 'visitorIsNotCheckedIn', 'invalidPhone', 'tooManyRequests'],
});
