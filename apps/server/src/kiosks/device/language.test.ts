import { randomUUID } from 'node:crypto';
import { registerVisitAtDevice } from '@vestibule/contract/kiosks/device-visit.ts';
import type { Language } from '@vestibule/contract/platform/values.ts';
import { exportVisitorData } from '@vestibule/contract/visits/data-request.ts';
import { readStay } from '@vestibule/contract/visits/stay.ts';
import { expect, test } from 'vitest';
import { building, type Building, visitTo } from '../../testing/building.ts';
import { guest, invited, moveToNoon, tokenOfGuest } from '../../testing/invitations.ts';
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
  const planned = new Date(Date.now() - 60_000);
  await site.db.updateTable('visit').set({ stays_until: planned }).where('id', '=', visitId).execute();
  await site.db
    .updateTable('visit')
    .set({ checked_in_at: new Date(Date.now() - 3_600_000) })
    .where('id', '=', visitId)
    .execute();
  await askStillHere(site.reach, announcingAs(site).rules, new Date());
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
