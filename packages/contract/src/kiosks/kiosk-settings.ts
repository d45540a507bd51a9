import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import type { FieldKey } from '../platform/refusal.ts';
import { Id, IdParam, key, type Language, languages, line, Moment, unchanged } from '../platform/values.ts';

export const kioskBackgrounds = ['none', 'image', 'signage'] as const;

const LanguageCode = z.enum(languages);

const TypedTime = z
  .string()
  .trim()
  .regex(/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/)
  .transform((time) => time.slice(0, 5));

/** A color as `#RRGGBB`, in upper case. */
export const AccentColor = z
  .string()
  .trim()
  .regex(/^#[0-9a-f]{6}$/i, key('invalidColor'))
  .toUpperCase();

/** The texts of the welcome screen. A language without one shows its usual text. */
export type WelcomeTexts = { [Code in Language]?: string | undefined };

export const WelcomeText = line(80);

const TypedWelcomeTexts = z
  .strictObject(ofEachLanguage(WelcomeText.optional()))
  .transform((texts): WelcomeTexts => Object.fromEntries(Object.entries(texts).filter(([, text]) => text)));

const values = {
  defaultLanguage: LanguageCode,
  background: z.enum(kioskBackgrounds),
  logoImageId: Id.nullable(),
  backgroundImageId: Id.nullable(),
  enableEmployeePicture: z.boolean(),
  enableDeliveryButton: z.boolean(),
  enableSaveVisitor: z.boolean(),
  isPrinterOn: z.boolean(),
  isScanerOn: z.boolean(),
};

export const KioskSettings = z.object({
  id: Id,
  type: z.enum(['company', 'kiosk']),
  companyId: Id,
  kioskId: Id.nullable(),
  languages: z.array(LanguageCode),
  ...values,
  sinageUrl: z.string().nullable(),
  /** Defaults for configurations that a kiosk stored before these properties existed. */
  accentColor: z.string().nullable().default(null),
  welcomeTexts: z.object(ofEachLanguage(z.string().optional())).default({}),
  hasPassword: z.boolean(),
  workingHoursStart: z.string(),
  workingHoursEnd: z.string(),
  version: z.int(),
  createdAt: Moment,
  updatedAt: Moment,
});
export type KioskSettings = z.output<typeof KioskSettings>;

export const KioskSettingsValues = z
  .strictObject({
    ...values,
    languages: z
      .array(LanguageCode)
      .min(1, key('languageRequired'))
      .max(languages.length)
      .transform((chosen) => [...new Set(chosen)]),
    // Phones capitalize the first letter.
    sinageUrl: line(512)
      .nullable()
      .transform((text) => text?.replace(/^https:/i, 'https:') || null),
    /** Omitted keeps it. */
    accentColor: AccentColor.nullable().optional(),
    /** Omitted keeps them. Otherwise these texts replace all. */
    welcomeTexts: TypedWelcomeTexts.optional(),
    workingHoursStart: TypedTime,
    workingHoursEnd: TypedTime,
    /** Omitted keeps it; blank or null removes it. */
    password: z
      .string()
      .max(512, key('max512chars'))
      .refine((text) => text === '' || [...text].length >= 4, key('min4chars'))
      .nullish()
      .transform((text) => (text === undefined ? undefined : text || null)),
    ...unchanged(['id', 'type', 'companyId', 'kioskId', 'hasPassword', 'version', 'createdAt', 'updatedAt']),
    previous: KioskSettings.optional(),
  })
  .superRefine((settings, context) => {
    const mark = (path: keyof KioskSettings, message: FieldKey) =>
      context.addIssue({ code: 'custom', path: [path], message });
    if (!settings.languages.includes(settings.defaultLanguage)) mark('defaultLanguage', 'defaultLanguageNotListed');
    if (settings.workingHoursStart >= settings.workingHoursEnd) {
      mark('workingHoursStart', 'incorrectTimeRange');
      mark('workingHoursEnd', 'incorrectTimeRange');
    }
    const { background, sinageUrl } = settings;
    const isUrlWrong = sinageUrl === null ? background === 'signage' : !isHttps(sinageUrl);
    if (isUrlWrong) mark('sinageUrl', 'invalidUrl');
    if (background === 'image' && settings.backgroundImageId === null) mark('backgroundImageId', 'pleaseSelectPic');
  });
export type KioskSettingsValues = z.output<typeof KioskSettingsValues>;

export const getKioskSettings = endpoint({
  method: 'GET',
  path: '/kiosk_settings',
  summary: 'Read the kiosk settings of a company, or those in force for a kiosk',
  access: 'kiosk.manage',
  query: z.strictObject({ companyId: IdParam.optional(), kioskId: IdParam.optional() }),
  reply: KioskSettings,
});

export const changeKioskSettings = endpoint({
  method: 'PUT',
  path: '/kiosk_settings/:settingsId',
  summary: 'Change the kiosk settings of a company or a kiosk',
  access: 'kiosk.manage',
  params: z.object({ settingsId: IdParam }),
  body: KioskSettingsValues,
  reply: KioskSettings,
  refusals: ['kioskSettingsAreOff', 'changedMeanwhile', 'tooManyRequests'],
});

function ofEachLanguage<Text extends z.ZodType>(text: Text): Record<Language, Text> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fromEntries forgets the names
  return Object.fromEntries(languages.map((language) => [language, text])) as Record<Language, Text>;
}

function isHttps(text: string): boolean {
  const url = text.startsWith('https://') ? URL.parse(text) : null;
  return url !== null && url.username === '' && url.password === '';
}
