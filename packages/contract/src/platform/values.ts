import { z } from 'zod';
import type { FieldKey } from './refusal.ts';

/** Checks a key against the table of keys. */
export const key = (name: FieldKey) => name;

export function missingIs(absent: FieldKey) {
  return {
    error: ({ input }: { input?: unknown }) => (input === undefined || input === null ? absent : key('invalidValue')),
  };
}

export const Id = z.int().positive().max(2_147_483_647);

export const IdParam = z
  .string()
  .regex(/^[1-9]\d{0,9}$/)
  .transform(Number)
  .pipe(Id);

export function numberParam({ min, max }: { min: number; max: number }) {
  const read = (value: unknown) => (typeof value === 'string' && /^(0|[1-9]\d*)$/.test(value) ? Number(value) : value);
  return z.preprocess(read, z.int().min(min).max(max));
}

export const YesOrNo = z.enum(['true', 'false']).transform((text) => text === 'true');

export const Moment = z.iso.datetime();

/** Control characters, and those that reverse the following text. */
const unfit = String.raw`\p{Cc}\u202D\u202E`;
const plain = new RegExp(`^[^${unfit}]*$`, 'u');
const plainLines = new RegExp(`^(?:\\n|[^${unfit}])*$`, 'u');
const allUnfit = new RegExp(`[${unfit}]`, 'gu');

export function withoutUnfit(text: string): string {
  return text.replaceAll(allUnfit, ' ');
}

/** A line of text: trimmed, composed (NFC), without control characters, at most `max` characters. May be empty. */
export function line(max: 32 | 80 | 120 | 200 | 254 | 256 | 512) {
  return z
    .string()
    .normalize()
    .trim()
    .max(max, key(`max${max}chars`))
    .regex(plain, key('invalidText'));
}

export function lines(max: 200 | 500) {
  return z
    .string()
    .overwrite((text) => text.replaceAll('\r\n', '\n'))
    .normalize()
    .trim()
    .max(max, key(`max${max}chars`))
    .regex(plainLines, key('invalidText'));
}

/** Invisible characters: spaces, format characters and blank letters. */
const unseen = /^[\p{Z}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}\u{13441}\u{13442}]*$/u;

/** Whether the text is invisible. Inside a name such characters stay, because Indic and Arabic scripts and emoji need them. */
export function isUnseen(text: string): boolean {
  return unseen.test(text);
}

export function requiredLine(requiredKey: FieldKey, max: 32 | 120 | 254 | 512) {
  return z
    .string(missingIs(requiredKey))
    .normalize()
    .trim()
    .min(1, requiredKey)
    .refine((value) => !isUnseen(value), requiredKey)
    .max(max, key(`max${max}chars`))
    .regex(plain, key('invalidText'));
}

export const Email = z
  .string(missingIs('emailRequired'))
  .trim()
  .min(1, key('emailRequired'))
  .max(254, key('max254chars'))
  .toLowerCase()
  .regex(z.regexes.email, key('incorrectEmail'));

/** A password at sign-in: any text, so that stricter rules lock no user out. */
export function password(requiredKey: FieldKey) {
  return z.string(missingIs(requiredKey)).min(1, requiredKey).max(512, key('max512chars'));
}

/** A new password: 8 to 70 characters with a digit, an upper and a lower case letter and one of `! £ $ % ^ & * ? @ #`. */
export const NewPassword = z
  .string(missingIs('passRequired'))
  .min(1, key('passRequired'))
  .refine((value) => [...value].length >= 8 && [...value].length <= 70, key('8-70chars'))
  .regex(/\d/, key('passShouldHaveNum'))
  .regex(/\p{Lu}/u, key('passShouldHaveUpper'))
  .regex(/\p{Ll}/u, key('passShouldHaveLower'))
  .regex(/[!£$%^&*?@#]/, key('passShouldHaveSpecial'))
  .regex(/^[^\p{Cc}]*$/u, key('invalidText'));

export const Day = z.iso.date().refine((day) => !day.startsWith('0000'));

/** The shortest phone numbers of all countries. */
const fewestDigits = 4;

/** Whether a text may be a phone number. The country decides. */
export function mayBePhone(text: string): boolean {
  return (text.match(/\p{Nd}/gu) ?? []).length >= fewestDigits;
}

export const TypedPhone = requiredLine('phoneRequired', 32).refine(mayBePhone, key('invalidPhone'));

export const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

export const languages = [
  'en',
  'no',
  'dk',
  'se',
  'sv',
  'fi',
  'nl',
  'de',
  'fr',
  'it',
  'es',
  'pt',
  'et',
  'lv',
  'lt',
  'pl',
] as const;
export type Language = (typeof languages)[number];

/** Without `limit` it returns all rows. */
export const ListQuery = z.strictObject({
  search: line(200).optional(),
  limit: numberParam({ min: 1, max: 200 }).optional(),
  cursor: z.string().max(2048).optional(),
});
export type ListQuery = z.output<typeof ListQuery>;

/** Minimum characters of a search. A shorter one returns the whole list. */
export const searchMinimum = { system: 2, company: 3 } as const;

/** Accepted and ignored properties of an entity that a caller sends back. */
export function unchanged<Name extends string>(names: readonly Name[]) {
  const ignored = z.unknown().optional();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names as given, which fromEntries forgets
  return Object.fromEntries(names.map((name) => [name, ignored])) as Record<Name, typeof ignored>;
}
