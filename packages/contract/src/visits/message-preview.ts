import { z } from 'zod';
import { TenantSettingsValues } from '../building/settings.ts';
import { endpoint } from '../platform/endpoint.ts';
import { messageProblems, settingsKinds } from '../platform/message-words.ts';
import { IdParam, languages, TypedPhone } from '../platform/values.ts';

const Settings = z.object({ settingsId: IdParam });

/** A message about an invented visitor, as a worker would write it. */
export const SampleMessage = z.object({
  kind: z.enum(settingsKinds),
  channel: z.enum(['email', 'sms']),
  isOn: z.boolean(),
  language: z.enum(languages),
  subject: z.string().nullable(),
  text: z.string(),
  html: z.string().nullable(),
  /** The parts of an SMS that the provider charges. */
  segments: z.int().nullable(),
});
export type SampleMessage = z.output<typeof SampleMessage>;

/** Saves and sends nothing. `language` replaces the languages of the settings. */
export const previewMessages = endpoint({
  method: 'POST',
  path: '/tenant_settings/:settingsId/preview_messages',
  summary: 'Preview the badge and the messages of settings, for an invented visitor',
  access: 'tenantSettings.change',
  params: Settings,
  body: z.strictObject({ settings: TenantSettingsValues, language: z.enum(languages).nullable() }),
  reply: z.object({ messages: z.array(SampleMessage), badge: z.string().nullable() }),
});

/** Without a provider it sends nothing and says so. */
export const sendTestMessage = endpoint({
  method: 'POST',
  path: '/tenant_settings/:settingsId/test_message',
  summary: 'Send a message of settings as a test',
  access: 'tenantSettings.change',
  params: Settings,
  body: z
    .strictObject({
      settings: TenantSettingsValues,
      language: z.enum(languages).nullable(),
      kind: z.enum(settingsKinds),
      channel: z.enum(['email', 'sms']),
      phone: TypedPhone.optional(),
    })
    .refine(({ channel, phone }) => channel === 'email' || phone !== undefined, {
      path: ['phone'],
      message: 'phoneRequired',
    })
    .refine(({ channel, kind }) => channel === 'sms' || kind === 'arrival', {
      path: ['channel'],
      message: 'invalidValue',
    }),
  reply: z.object({
    state: z.enum(['queued', 'held', 'notSent']),
    problem: z.enum(messageProblems).nullable(),
  }),
  once: true,
  refusals: ['invalidPhone', 'tooManyRequests'],
});
