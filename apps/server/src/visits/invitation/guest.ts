import type { FieldKey, Reason } from '@vestibule/contract/platform/refusal.ts';
import type { Language } from '@vestibule/contract/platform/values.ts';
import type { GuestFields } from '@vestibule/contract/visits/guest.ts';
import { invitationLimits } from '@vestibule/contract/visits/invitation.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Vault } from '../../platform/db/sealed.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { phoneOrNull } from '../../platform/values/phone.ts';
import { saveVisitors } from './expectation.ts';
import { insertGuests, linkGuests, type NewGuest } from './guest.store.ts';
import { givePasses } from './pass.ts';

type TypedGuest = Omit<NewGuest, 'visitorId'>;

interface TypedGuests {
  guests: readonly GuestFields[];
  notifyGuests: boolean;
  /** Of guests without an own one. */
  language: Language;
  /** Otherwise `language` is the default of the tenant. */
  isLanguageChosen: boolean;
}

/**
 * Reads typed guests, with phones of the tenant's country.
 * @throws {Refusal} `tooManyGuests`; `invalidPhone`; `guestNeedsEmailOrPhone` if guests are notified; `validation` for a phone listed twice
 */
export function readGuests(
  { country }: { country: string },
  { guests, notifyGuests, language, isLanguageChosen }: TypedGuests,
  knownPhones: readonly (string | null)[] = [],
): TypedGuest[] {
  if (guests.length > invitationLimits.guests) throw new Refusal('tooManyGuests');
  const read = guests.map(({ name, companyName, email, phone, ...guest }) => ({
    name,
    companyName,
    email,
    phone: phone === null ? null : phoneOrNull(phone, country),
    language: guest.language ?? language,
    isLanguageChosen: guest.language !== undefined || isLanguageChosen,
  }));
  refuseWhere('invalidPhone', 'phone', 'invalidPhone', read, (guest, place) => {
    return guest.phone === null && guests[place]?.phone !== null;
  });
  if (notifyGuests) {
    const reason = 'guestNeedsEmailOrPhone';
    refuseWhere(reason, 'email', reason, read, ({ email, phone }) => email === null && phone === null);
  }
  const phones = [...knownPhones];
  refuseWhere('validation', 'phone', 'phoneListedTwice', read, ({ phone }) => {
    const isDouble = phone !== null && phones.includes(phone);
    phones.push(phone);
    return isDouble;
  });
  return read;
}

function refuseWhere(
  reason: Reason,
  field: 'phone' | 'email',
  key: FieldKey,
  guests: readonly TypedGuest[],
  isWrong: (guest: TypedGuest, place: number) => boolean,
): void {
  const wrong = guests.flatMap((guest, place) => (isWrong(guest, place) ? [`guests.${place}.${field}`] : []));
  if (wrong.length === 0) return;
  throw new Refusal(reason, { fields: Object.fromEntries(wrong.map((path) => [path, key])) });
}

/** @throws {Refusal} `tooManyGuests` on a date; `tooManyDates` for all guests on all dates */
export function requireFewDates(guestsOfDate: number, dates: number, guests: number): void {
  if (guestsOfDate > invitationLimits.guests) throw new Refusal('tooManyGuests');
  if (guests * dates > invitationLimits.guestsTimesDates) throw new Refusal('tooManyDates');
}

interface Enrollment {
  visitorIds: number[];
  /** Inserts the guests with their passes on these dates. Returns the ids of the guests. */
  into: (meetingId: number, invitationIds: readonly number[]) => Promise<number[]>;
}

/** Locks the visitors with the phones of guests, and `others`, in one step. Both precede the meeting in the order of locks. */
export async function withVisitors<Typed extends TypedGuest>(
  db: Db,
  companyId: number,
  guests: readonly Typed[],
  others: readonly number[] = [],
): Promise<(Typed & { visitorId: number | null })[]> {
  const people = guests.flatMap(({ phone, name, companyName }) =>
    phone === null ? [] : [{ phone, name, companyName }],
  );
  const visitors = await saveVisitors(db, companyId, people, others);
  return guests.map((guest) => ({
    ...guest,
    visitorId: guest.phone === null ? null : (visitors.get(guest.phone) ?? null),
  }));
}

export async function enrollGuests(
  db: Db,
  vault: Vault,
  companyId: number,
  typed: readonly TypedGuest[],
  others: readonly number[] = [],
): Promise<Enrollment> {
  const guests = await withVisitors(db, companyId, typed, others);
  return {
    visitorIds: guests.flatMap(({ visitorId }) => visitorId ?? []),
    async into(meetingId, invitationIds) {
      const ids = await insertGuests(db, companyId, meetingId, guests);
      await linkGuests(db, companyId, invitationIds, ids);
      await givePasses(db, vault, companyId, ids);
      return ids;
    },
  };
}
