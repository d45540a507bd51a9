import { z } from 'zod';
import { Nonce, SaidMoment } from './device.ts';
import { endpoint } from '../platform/endpoint.ts';
import type { FieldKey } from '../platform/refusal.ts';
import { CheckIn } from '../visits/registration.ts';
import { Answer } from '../visits/visit.ts';
import { Id, Moment, requiredLine, TypedPhone } from '../platform/values.ts';

/**
 * A typed phone proves no identity, so there is no surname, company, host or visitor id. A visitor is known while remembered or expected.
 */
const PhoneGreeting = z.object({
  known: z.boolean(),
  firstName: z.string().nullable(),
  /** Whether `repeatLastVisit` finds a host. Always false during a visit. */
  canRepeatLastVisit: z.boolean(),
  preregisteredTenant: z.object({ id: Id, name: z.string() }).nullable(),
  /** Whether `meetsExpectedHost` finds a host. */
  hasExpectedHost: z.boolean().optional(),
  /** The start of the open visit, also of an unknown visitor. */
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

/** A code proves the identity. */
const CodeGreeting = z.object({
  known: z.boolean(),
  name: z.string().nullable(),
  companyName: z.string().nullable(),
  preregisteredTenantId: Id.nullable(),
  expectedHost: z.object({ id: Id, name: z.string() }).nullable().optional(),
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

const isObject = ({ value }: { value: unknown }) => typeof value === 'object' && value !== null;
const phoneRequired = { path: ['phone'], message: 'phoneRequired' satisfies FieldKey, when: isObject };
const tenantRequired = { path: ['tenantId'], message: 'tenantRequired' satisfies FieldKey, when: isObject };
const employeeRequired = { path: ['employeeId'], message: 'invalidValue' satisfies FieldKey, when: isObject };

/**
 * Starts at `occurredAt` if plausible. `badgeCode` of an expected visitor replaces `phone`. Without a code, `name`, `companyName` and
 * `shouldSaveData` apply to this visit, and never change remembered data.
 */
export const registerVisitAtDevice = endpoint({
  method: 'POST',
  path: '/device/visits',
  summary: 'Check in a visitor at a kiosk',
  access: 'device.act',
  body: CheckIn.extend({
    phone: TypedPhone.optional(),
    badgeCode: BadgeCode.optional(),
    /** Null uses the remembered name. */
    name: CheckIn.shape.name.nullable(),
    /** Null uses the remembered company name. */
    companyName: CheckIn.shape.companyName.nullable(),
    repeatLastVisit: z.boolean().optional(),
    /** Replaces `employeeId` by the host of the expectation at the tenant. */
    meetsExpectedHost: z.boolean().optional(),
    tenantId: CheckIn.shape.tenantId.nullish(),
    employeeId: Id.nullish(),
    nonce: Nonce,
    occurredAt: SaidMoment,
    /** False if the kiosk did not ask. Refused if the tenant now requires consent. Omitted if the kiosk can no longer ask. */
    hasConsented: z.boolean().optional(),
    /** True if the kiosk did not ask about remembering. Remembered data stays, whatever `shouldSaveData` says. */
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
    /** Null if name, company name or host came from memory. The desk prints that badge. */
    badgeHtml: z.string().nullable(),
    /** Channels to the host, without those that have no provider. */
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

/** `none`: no message is on its way, because the visit has no host or the host gets none. */
const hostStates = ['sending', 'sent', 'notReached', 'none', 'answered'] as const;
export type HostState = (typeof hostStates)[number];

/** Polled while the visitor sees the last screen. */
export const getHostStateAtDevice = endpoint({
  method: 'GET',
  path: '/device/visits/:nonce/host',
  summary: 'Read whether the host of a visit got a message',
  access: 'device.act',
  params: z.object({ nonce: Nonce }),
  reply: z.object({
    state: z.enum(hostStates),
    /** The channel of that state. Null for `none` and `answered`. */
    channel: z.enum(['email', 'sms']).nullable(),
    /** The latest, with `answered`. */
    answer: Answer.nullable(),
  }),
});

/** Takes a phone or a code: exactly one. */
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
      /** From the look-up. Ends only the visit that began then. */
      checkedInSince: SaidMoment.optional(),
      badgeCode: BadgeCode.optional(),
    })
    .refine(({ phone, badgeCode }) => (phone === undefined) !== (badgeCode === undefined), phoneRequired),
  reply: z.object({ visitorName: z.string() }),
  refusals: ['visitNotFound', 'visitorIsNotCheckedIn', 'invalidPhone', 'tooManyRequests'],
});
