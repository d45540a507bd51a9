import { z } from 'zod';
import type { FieldKey } from './refusal.ts';

/** The key to mark a property with, checked against the table of keys. */
export const key = (name: FieldKey) => name;

/** What a property is marked with: `absent` where it is missing, and else that it is of another kind. */
export function missingIs(absent: FieldKey) {
  return {
    error: ({ input }: { input?: unknown }) => (input === undefined || input === null ? absent : key('invalidValue')),
  };
}

/** A database id: a positive 32-bit integer. */
export const Id = z.int().positive().max(2_147_483_647);

/** An id in a path or a query string. */
export const IdParam = z
  .string()
  .regex(/^[1-9]\d{0,9}$/)
  .transform(Number)
  .pipe(Id);

/** A whole number in a query string: digits alone, so no `1e2`, no `0x10` and no spaces. A caller names it as a number. */
export function numberParam({ min, max }: { min: number; max: number }) {
  const read = (value: unknown) => (typeof value === 'string' && /^(0|[1-9]\d*)$/.test(value) ? Number(value) : value);
  return z.preprocess(read, z.int().min(min).max(max));
}

/** Yes or no in a query string. */
export const YesOrNo = z.enum(['true', 'false']).transform((text) => text === 'true');

/** A moment, ISO 8601 in UTC with milliseconds. */
export const Moment = z.iso.datetime();

/** Control characters, and the two that turn around whatever follows: behind a name that may be a whole message. */
const unfit = String.raw`\p{Cc}\u202D\u202E`;
const plain = new RegExp(`^[^${unfit}]*$`, 'u');
const plainLines = new RegExp(`^(?:\\n|[^${unfit}])*$`, 'u');
const allUnfit = new RegExp(`[${unfit}]`, 'gu');

/** The text with a space for each character that no line may have: what came along with what was pasted. */
export function withoutUnfit(text: string): string {
  return text.replaceAll(allUnfit, ' ');
}

/**
 * A line of text: trimmed, without control characters, at most `max` characters, its letters composed (NFC), so that what some systems
 * write as a letter and its mark is found by the letter. May be empty.
 */
export function line(max: 32 | 120 | 200 | 254 | 512) {
  return z
    .string()
    .normalize()
    .trim()
    .max(max, key(`max${max}chars`))
    .regex(plain, key('invalidText'));
}

/** Text of more than one line: like `line`, but with line breaks. May be empty. */
export function lines(max: 200 | 500) {
  return z
    .string()
    .overwrite((text) => text.replaceAll('\r\n', '\n'))
    .normalize()
    .trim()
    .max(max, key(`max${max}chars`))
    .regex(plainLines, key('invalidText'));
}

/** Letters that show nothing: spaces, those that only say how others are to be shown, and the blank ones of braille, notes and hieroglyphs. */
const unseen = /^[\p{Z}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}\u{13441}\u{13442}]*$/u;

/** Whether nobody sees anything of the text. Within a name such letters stay: they join those of Indic and Arabic scripts, and emoji. */
export function isUnseen(text: string): boolean {
  return unseen.test(text);
}

/** A `line` that must be there: what is missing, blank or invisible is marked with `requiredKey`. */
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

/** An e-mail address, in lower case. */
export const Email = z
  .string(missingIs('emailRequired'))
  .trim()
  .min(1, key('emailRequired'))
  .max(254, key('max254chars'))
  .toLowerCase()
  .regex(z.regexes.email, key('incorrectEmail'));

/** A password that somebody signs in with: anything, so that rules that changed later lock nobody out. */
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

/** A day of the calendar, `YYYY-MM-DD`; PostgreSQL knows no year 0. */
export const Day = z.iso.date().refine((day) => !day.startsWith('0000'));

/** No country has numbers of fewer digits, so that these can be marked together with whatever else is wrong. */
const fewestDigits = 4;

/** Whether a text may be a phone number somewhere. Whether it is one, the country in force decides. */
export function mayBePhone(text: string): boolean {
  return (text.match(/\p{Nd}/gu) ?? []).length >= fewestDigits;
}

/** A phone number as somebody types it. The server reads it with the country code in force and keeps E.164. */
export const TypedPhone = requiredLine('phoneRequired', 32).refine(mayBePhone, key('invalidPhone'));

/** A time of day, `HH:mm`. */
export const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

/** The languages of the interface, the messages and the kiosks. `se` and `sv` are both Swedish. */
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

/** A list call: a substring to look for, how many rows, and where to go on. Without `limit` it answers all rows. */
export const ListQuery = z.strictObject({
  search: line(200).optional(),
  limit: numberParam({ min: 1, max: 200 }).optional(),
  cursor: z.string().max(2048).optional(),
});
export type ListQuery = z.output<typeof ListQuery>;

/** From how many characters a search applies; a shorter one answers the whole list. */
export const searchMinimum = { system: 2, company: 3 } as const;

/**
 * Properties that a caller who sends a whole entity back may include, and that the call does not change.
 * They are accepted whatever their value, and nothing reads them.
 */
export function unchanged<Name extends string>(names: readonly Name[]) {
  const ignored = z.unknown().optional();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names as given, which fromEntries forgets
  return Object.fromEntries(names.map((name) => [name, ignored])) as Record<Name, typeof ignored>;
}
