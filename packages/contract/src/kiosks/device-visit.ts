import { z } from 'zod';
import { Nonce, SaidMoment } from './device.ts';
import { PassText } from './device-pass.ts';
import { endpoint } from '../platform/endpoint.ts';
import type { FieldKey } from '../platform/refusal.ts';
import { CheckIn } from '../visits/registration.ts';
import { Answer } from '../visits/visit.ts';
import { Id, languages, Moment, requiredLine, TypedPhone } from '../platform/values.ts';

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
const because = (name: string, message: FieldKey) => ({ path: [name], message, when: isObject });
const phoneRequired = because('phone', 'phoneRequired');

const VisitAtDevice = CheckIn.extend({
  phone: TypedPhone.optional(),
  badgeCode: BadgeCode.optional(),
  pass: PassText.optional(),
  /**
   * True if the kiosk opened the sealed pass without the network. The kiosk has judged the pass then and let the guest in, so a cancellation
   * or refusal that it did not know does not refuse the visit. The 8 characters are refused.
   */
  wasOpenedOffline: z.boolean().optional(),
  /** Null uses the remembered name. Optional with a pass. */
  name: CheckIn.shape.name.nullish(),
  /** Null uses the remembered company name. Optional with a pass. */
  companyName: CheckIn.shape.companyName.nullish(),
  /** Optional with a pass, whose page asks the guest. */
  shouldSaveData: z.boolean().optional(),
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
  /** The language that the visitor chose at the kiosk, for messages and pages. One chosen in an invitation wins. */
  language: z.enum(languages).optional(),
});
type VisitAtDevice = z.output<typeof VisitAtDevice>;

const withPass = (isFine: (body: VisitAtDevice) => boolean) => (body: VisitAtDevice) =>
  body.pass === undefined || isFine(body);
const withoutPass = (isFine: (body: VisitAtDevice) => boolean) => (body: VisitAtDevice) =>
  body.pass !== undefined || isFine(body);

/**
 * Starts at `occurredAt` if plausible. `badgeCode` of an expected visitor replaces `phone`. Without a code, `name`, `companyName` and
 * `shouldSaveData` apply to this visit, and never change remembered data.
 *
 * With a `pass`, tenant and host come from the invitation, and `name`, `companyName` and `phone` are only used where they are `missing` in the
 * greeting. A phone that is missing is required. Refusals of a pass: `passUnknown`; `visitorIsNotExpected` before it is valid, `passIsOver`
 * afterwards, both with `validFrom` and `validUntil`; `passIsOver` without them for a meeting that was canceled and a guest who declined;
 * `visitorIsAlreadyCheckedIn`.
 */
export const registerVisitAtDevice = endpoint({
  method: 'POST',
  path: '/device/visits',
  summary: 'Check in a visitor at a kiosk',
  access: 'device.act',
  body: VisitAtDevice.refine(
    withoutPass(({ phone, badgeCode }) => phone !== undefined || badgeCode !== undefined),
    phoneRequired,
  )
    .refine(
      withoutPass(({ name }) => name !== undefined),
      because('name', 'nameRequired'),
    )
    .refine(
      withoutPass(({ companyName }) => companyName !== undefined),
      because('companyName', 'companyNameRequired'),
    )
    .refine(
      withoutPass(({ shouldSaveData }) => shouldSaveData !== undefined),
      because('shouldSaveData', 'invalidValue'),
    )
    .refine(
      withoutPass(({ repeatLastVisit, tenantId }) => repeatLastVisit === true || typeof tenantId === 'number'),
      because('tenantId', 'tenantRequired'),
    )
    .refine(
      withoutPass(({ repeatLastVisit, employeeId }) => repeatLastVisit === true || employeeId !== undefined),
      because('employeeId', 'invalidValue'),
    )
    .refine(
      withoutPass(({ wasOpenedOffline }) => wasOpenedOffline === undefined),
      because('wasOpenedOffline', 'invalidValue'),
    )
    // The pass names the guest, and its invitation tenant and host.
    .refine(
      withPass(({ badgeCode }) => badgeCode === undefined),
      because('badgeCode', 'invalidValue'),
    )
    .refine(
      withPass(({ tenantId, repeatLastVisit }) => typeof tenantId !== 'number' && repeatLastVisit !== true),
      because('tenantId', 'invalidValue'),
    )
    .refine(
      withPass(({ employeeId, meetsExpectedHost }) => typeof employeeId !== 'number' && meetsExpectedHost !== true),
      because('employeeId', 'invalidValue'),
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
    'passUnknown',
    'passIsOver',
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
    /** Whether someone was asked or will be, by a message that is on its way or by the escalation, and has not answered. */
    isAwaited: z.boolean(),
  }),
});

/** Takes a phone, a code or a pass: exactly one. */
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
      pass: PassText.optional(),
    })
    .refine(
      ({ phone, badgeCode, pass }) => [phone, badgeCode, pass].filter((each) => each !== undefined).length === 1,
      phoneRequired,
    ),
  reply: z.object({ visitorName: z.string() }),
  refusals: ['visitNotFound', 'visitorIsNotCheckedIn', 'invalidPhone', 'passUnknown', 'tooManyRequests'],
});
