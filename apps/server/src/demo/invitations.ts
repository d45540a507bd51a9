import { z } from 'zod';
import type { Db } from '../platform/db/database.ts';
import type { Vault } from '../platform/db/sealed.ts';
import { int, moment, text, typedSql } from '../platform/db/typed-sql.ts';
import { datesOf, type Period } from '../visits/invitation/dates.ts';
import { lockVisitors, refreshExpectations } from '../visits/invitation/expectation.ts';
import { insertGuests, linkGuests, type NewGuest } from '../visits/invitation/guest.store.ts';
import { insertMeeting } from '../visits/invitation/meeting.store.ts';
import { givePasses } from '../visits/invitation/pass.ts';

const hourMs = 3_600_000;
const zone = 'Europe/Oslo';

const ExpectedRow = z.strictObject({
  id: int,
  name: text,
  company_name: text,
  phone: text,
  tenant_id: int,
  employee_id: int.nullable(),
  expected_at: moment,
});

/** Invites expected visitors for today and tomorrow, at their times, so that the numbers of the demo building stay, and others weekly. */
export async function seedInvitations(db: Db, vault: Vault, companyId: number, now = new Date()): Promise<void> {
  const { rows } = await typedSql(ExpectedRow)`
    select id, name, company_name, phone, preregistered_tenant_id as tenant_id, expected_employee_id as employee_id, expected_at
    from visitor where company_id = ${companyId} and expected_at > now() order by id`.execute(db);
  const [today, tomorrow] = [rows[0], rows.at(-1)];
  if (!today || !tomorrow || today.id === tomorrow.id) return;
  const invite = async (visitor: z.infer<typeof ExpectedRow>, title: string, meeting: Meeting) => {
    const { tenant_id: tenantId, employee_id: employeeId } = visitor;
    const content = { title, note: null, language: 'en', isLanguageChosen: false, employeeId, notifyGuests: true };
    const dates = datesOf(meeting.first, meeting.repeat, zone);
    const { repeat = null } = meeting;
    const { meetingId, ids } = await insertMeeting(db, {
      createdBy: 'staff',
      companyId,
      tenantId,
      ...content,
      repeat,
      dates,
    });
    const guestIds = await insertGuests(db, companyId, meetingId, meeting.guests);
    await linkGuests(db, companyId, ids, guestIds);
    await givePasses(db, vault, companyId, guestIds);
  };
  const hourFrom = (at: string) => ({ startsAt: new Date(at), endsAt: new Date(new Date(at).getTime() + hourMs) });
  const known = ({ id, name, company_name: companyName, phone }: z.infer<typeof ExpectedRow>): NewGuest => {
    return { name, companyName, email: null, phone, language: 'en', isLanguageChosen: false, visitorId: id };
  };

  const colleague = mailGuest('Ida Fossli', 'ida.fossli@baltic.test');
  // Shortly before midnight the visitor is expected tomorrow.
  const isToday = dayOf(new Date(today.expected_at)) === dayOf(now);
  const start = isToday ? today.expected_at : new Date(Math.floor(now.getTime() / hourMs) * hourMs).toISOString();
  await invite(today, 'Fire inspection', { first: hourFrom(start), guests: [known(today), colleague] });
  await invite(tomorrow, 'Contract review', { first: hourFrom(tomorrow.expected_at), guests: [known(tomorrow)] });
  const inWeeks = new Date(new Date(tomorrow.expected_at).getTime() + 8 * 7 * 24 * hourMs);
  await invite(tomorrow, 'Weekly planning', {
    first: hourFrom(tomorrow.expected_at),
    repeat: { unit: 'week', interval: 1, until: dayOf(inWeeks) },
    guests: [mailGuest('Bjørn Aune', 'bjorn.aune@havila.test')],
  });
  await lockVisitors(db, companyId, [today.id]);
  await refreshExpectations(db, companyId, [today.id]);
}

const dayFormat = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: zone });
const dayOf = (at: Date) => dayFormat.format(at);

interface Meeting {
  first: Period;
  repeat?: Parameters<typeof insertMeeting>[1]['repeat'];
  guests: readonly NewGuest[];
}

function mailGuest(name: string, email: string): NewGuest {
  const language = { language: 'en', isLanguageChosen: false } as const;
  return { name, companyName: 'Baltic Freight', email, phone: null, ...language, visitorId: null };
}
