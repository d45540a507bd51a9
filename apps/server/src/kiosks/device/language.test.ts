import { randomUUID } from 'node:crypto';
import { registerVisitAtDevice } from '@vestibule/contract/kiosks/device-visit.ts';
import type { Language } from '@vestibule/contract/platform/values.ts';
import { exportVisitorData } from '@vestibule/contract/visits/data-request.ts';
import type { GuestEdit } from '@vestibule/contract/visits/guest.ts';
import {
  addGuests,
  changeInvitation,
  type InvitationEdit,
  listInvitations,
} from '@vestibule/contract/visits/invitation.ts';
import { checkOutPass, getPass } from '@vestibule/contract/visits/pass.ts';
import { readStay } from '@vestibule/contract/visits/stay.ts';
import { expect, test } from 'vitest';
import { building, type Building, visitTo } from '../../testing/building.ts';
import { guest, hourMs, invited, moveToNoon, tokenOfGuest } from '../../testing/invitations.ts';
import { announcingAs } from '../../testing/messaging.ts';
import { testVault } from '../../testing/server.ts';
import { changeSettings } from '../../testing/settings.ts';
import { stayToken } from '../../visits/notification/answer-token.ts';
import { askStillHere } from '../../visits/visit/still-here.ts';

/** A building that sends visitors all messages, in French unless they choose. */
async function french(): Promise<Building> {
  const site = await building();
  await changeSettings(site, {
    enable_sms_confirmation: true,
    enable_wifi_info_sms: true,
    wifi_info: 'Guest network',
    sms_confirmation_language: 'fr',
    enable_still_here: true,
  });
  return site;
}

async function arrive(site: Building, who: object, language?: Language): Promise<number> {
  const badges = { shouldPrintMainBadge: false, shouldPrintParkingBadge: false };
  const moment = { nonce: randomUUID(), occurredAt: new Date().toISOString() };
  const body = { ...badges, ...moment, ...who, ...(language && { language }) };
  const { status, data } = await site.as('kiosk').call(registerVisitAtDevice, { body });
  expect(status).toBe(201);
  return data.visitId;
}

const languagesOf = ({ db }: Building, visitId: number) =>
  db.selectFrom('message').select(['kind', 'language']).where('visit_id', '=', visitId).orderBy('kind').execute();

/** The visit is longer than planned. */
async function askLater(site: Building, visitId: number): Promise<void> {
  const [planned, started] = [new Date(Date.now() - 60_000), new Date(Date.now() - 3_600_000)];
  await site.db
    .updateTable('visit')
    .set({ stays_until: planned, checked_in_at: started })
    .where('id', '=', visitId)
    .execute();
  // Guests of a meeting are asked after its end.
  await askStillHere(site.reach, announcingAs(site).rules, new Date(Date.now() + 3 * hourMs));
}

test.for([
  ['de', 'de'],
  [undefined, 'fr'],
] as const)('speaks to a visitor who chose %s at the kiosk in %s', async ([chosen, language]) => {
  const site = await french();
  const visitId = await arrive(site, visitTo(site.tenant).body, chosen);
  expect(await languagesOf(site, visitId)).toEqual([
    { kind: 'visitConfirmation', language },
    { kind: 'wifi', language },
  ]);
  await askLater(site, visitId);
  expect(await languagesOf(site, visitId)).toContainEqual({ kind: 'stillHere', language });
  const { data } = await site.as('pass').call(readStay, { params: { token: stayToken(testVault, visitId) } });
  expect(data.language).toBe(language);
});

test('speaks to a guest in the language of the invitation, whatever the kiosk speaks', async () => {
  const site = await french();
  await moveToNoon(site.db, site.company.id);
  const startsAt = new Date(Date.now() + 300_000).toISOString();
  const invitation = await invited(site.as('company'), site.tenant, { startsAt, guests: [guest({ language: 'pl' })] });
  const pass = await tokenOfGuest(site.db, invitation.guests[0]?.id ?? 0);
  const visitId = await arrive(site, { pass }, 'de');
  expect(await languagesOf(site, visitId)).toEqual([
    { kind: 'visitConfirmation', language: 'pl' },
    { kind: 'wifi', language: 'pl' },
  ]);
});

test.for([
  ['only the tenant has one', {}, {}, undefined, ['fr', 'fr']],
  ['the guest chose one at the kiosk', {}, {}, 'de', ['fr', 'de']],
  ['the host chose one for the invitation', { language: 'fr' }, {}, 'de', ['fr', 'fr']],
  ['the host chose one for the guest', {}, { language: 'pl' }, 'de', ['pl', 'pl']],
] as const)('speaks to an invited guest if %s', async ([, ofInvitation, ofGuest, chosen, [before, inside]]) => {
  const site = await french();
  await moveToNoon(site.db, site.company.id);
  const startsAt = new Date(Date.now() + 300_000).toISOString();
  const meeting = { ...ofInvitation, startsAt, guests: [guest(ofGuest)] };
  const { guests } = await invited(site.as('company'), site.tenant, meeting);
  const token = await tokenOfGuest(site.db, guests[0]?.id ?? 0);
  const shown = async () => (await site.as('pass').call(getPass, { params: { token } })).data.guest.language;
  expect(await shown()).toBe(before);
  const visitId = await arrive(site, { pass: token }, chosen);
  expect(await shown()).toBe(inside);
  await askLater(site, visitId);
  expect(await languagesOf(site, visitId)).toEqual([
    { kind: 'stillHere', language: inside },
    { kind: 'visitConfirmation', language: inside },
    { kind: 'wifi', language: inside },
  ]);
});

test('a change of the guest or of the invitation chooses the language, also that of the tenant', async () => {
  const site = await french();
  await moveToNoon(site.db, site.company.id);
  const desk = site.as('company');
  const startsAt = new Date(Date.now() + 300_000).toISOString();
  const typed = [guest({ name: 'Ana' }), guest({ name: 'Bo' })] as const;
  const invitation = await invited(desk, site.tenant, { startsAt, guests: [...typed] });
  const params = { invitationId: invitation.id };
  const [ana = 0, bo = 0] = invitation.guests.map(({ id }) => id);
  const edit = async (body: Pick<InvitationEdit, 'language'> & { guests?: GuestEdit[] }) => {
    return (await desk.call(changeInvitation, { params, body })).data;
  };
  const heard = async (guestId: number) => {
    const token = await tokenOfGuest(site.db, guestId);
    const visitId = await arrive(site, { pass: token }, 'de');
    await site.as('pass').call(checkOutPass, { params: { token } });
    return (await languagesOf(site, visitId))[0]?.language;
  };
  await edit({ guests: [{ ...typed[0], id: ana, name: 'Anna' }] });
  expect(await heard(ana)).toBe('de');
  await edit({ guests: [{ ...typed[0], id: ana, language: 'fr' }] });
  await edit({ guests: [{ ...typed[0], id: ana, name: 'Anna' }] });
  expect([await heard(ana), await heard(bo)]).toEqual(['fr', 'de']);
  const changed = await edit({ language: 'fr' });
  expect([invitation.isLanguageChosen, changed.isLanguageChosen]).toEqual([false, true]);
  expect(await heard(bo)).toBe('fr');
});

test('new dates and guests of an invitation share its choice of the language', async () => {
  const site = await french();
  await moveToNoon(site.db, site.company.id);
  const desk = site.as('company');
  const startsAt = new Date(Date.now() + 300_000).toISOString();
  for (const [changes, isChosen, language] of [
    [{}, false, 'de'],
    [{ language: 'fr' }, true, 'fr'],
  ] as const) {
    const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);
    const rule = { unit: 'day', interval: 1 } as const;
    const series = { ...changes, startsAt, repeat: { ...rule, until: day(2) } };
    const { id } = await invited(desk, site.tenant, series);
    const named = { params: { invitationId: id }, query: { dates: 'all' } } as const;
    await desk.call(changeInvitation, { ...named, body: { repeat: { ...rule, until: day(4) } } });
    const { data: dates } = await desk.call(listInvitations, { params: { companyId: site.company.id }, query: {} });
    const own = dates.filter(({ seriesId }) => seriesId === dates.find((date) => date.id === id)?.seriesId);
    expect(own.length).toBeGreaterThan(3);
    expect(new Set(own.map(({ isLanguageChosen }) => isLanguageChosen))).toEqual(new Set([isChosen]));
    const { data } = await desk.call(addGuests, {
      params: { invitationId: id },
      body: { guests: [guest({ name: 'Cleo' })] },
    });
    const added = data.guests.find(({ name }) => name === 'Cleo')?.id ?? 0;
    const visitId = await arrive(site, { pass: await tokenOfGuest(site.db, added) }, 'de');
    expect((await languagesOf(site, visitId))[0]?.language).toBe(language);
  }
});

test('refuses a language without texts, and exports the chosen one', async () => {
  const site = await french();
  const { body } = visitTo(site.tenant);
  const moment = { nonce: randomUUID(), occurredAt: new Date().toISOString() };
  // @ts-expect-error -- a language that the program does not have
  const refused = await site.as('kiosk').call(registerVisitAtDevice, { body: { ...body, ...moment, language: 'xx' } });
  expect(refused).toBeRefused(400, 'validation');
  const visitId = await arrive(site, body, 'de');
  const { visitor_id: id } = await site.db
    .selectFrom('visit')
    .select('visitor_id')
    .where('id', '=', visitId)
    .executeTakeFirstOrThrow();
  const { data } = await site.as('company').call(exportVisitorData, { params: { visitorId: Number(id) } });
  expect(data.visits).toMatchObject([{ id: visitId, language: 'de' }]);
});
