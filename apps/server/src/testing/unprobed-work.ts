import { connectLoopbooking, removeDirectory, synchronizeEmployees } from '@vestibule/contract/building/directory.ts';
import { getTenantSettings } from '@vestibule/contract/building/settings.ts';
import { registerVisitAtDevice } from '@vestibule/contract/kiosks/device-visit.ts';
import { getKioskSettings } from '@vestibule/contract/kiosks/kiosk-settings.ts';
import { changeInvitation, checkInGuests } from '@vestibule/contract/visits/invitation.ts';
import { checkOutPass, deletePassData } from '@vestibule/contract/visits/pass.ts';
import type { Endpoint, Reply } from '@vestibule/contract/platform/endpoint.ts';
import { checkOutVisitor, reopenVisit } from '@vestibule/contract/visits/registration.ts';
import { startRollCall, tickRollCall } from '@vestibule/contract/visits/roll-call.ts';
import { listTenantVisitors, listVisitors, updateVisitor } from '@vestibule/contract/visits/visitor.ts';
import { sql } from 'kysely';
import { acknowledge, notePrint } from '../kiosks/device/presence.store.ts';
import type { Db } from '../platform/db/database.ts';
import { settleReported } from '../platform/outbox/outbox.store.ts';
import { sweepLeftOvers } from '../visits/retention/retention.ts';
import { type Building, seedVisitor } from './building.ts';
import type { Caller, CallInput } from './caller.ts';
import { dayThere } from './day.ts';
import { freshPhone, type Named } from './fresh.ts';
import { invited, tokenOfGuest } from './invitations.ts';
import { seedKiosk } from './kiosks.ts';
import { access, listedBuilding, somePeople } from './listing.ts';
import { visitOf } from './messages.ts';
import { changeSettings } from './settings.ts';

/** Work for one company that no probe of an endpoint does, as a second call or another query. */
export const unprobedWork: { what: string; work: (site: Building) => Promise<unknown> }[] = [
  {
    what: 'a search of visitors',
    work: async ({ as, company, tenant }) => {
      const params = { companyId: company.id };
      await ask(as('reception'), listVisitors, { params, query: { search: 'visitor', scope: 'all' } });
      await ask(as('reception'), listVisitors, { params, query: { scope: 'all', only: 'needsAttention' } });
      await ask(as('reception'), listVisitors, { params, query: { scope: 'all', only: 'leftToday' } });
      await ask(as('tenant'), listTenantVisitors, { params: { tenantId: tenant.id }, query: { search: 'visitor' } });
    },
  },
  {
    what: 'the settings of a company',
    work: async ({ as, company }) => {
      const query = { companyId: company.id };
      await ask(as('company'), getTenantSettings, { query });
      await ask(as('company'), getKioskSettings, { query });
    },
  },
  {
    what: 'a roll call',
    work: async (site) => {
      const visitor = await seedVisitor(site.db, site, { inside: site.tenant });
      const params = { companyId: site.company.id };
      const { id: rollCallId } = await ask(site.as('reception'), startRollCall, { params });
      const ticks = [{ visitId: await visitOf(site.db, visitor.id), isSafe: true, age: 0 }];
      await ask(site.as('reception'), tickRollCall, { params, body: { rollCallId, ticks } });
      await ask(site.as('company'), startRollCall, { params });
    },
  },
  {
    what: 'a reopened visit',
    work: async (site) => {
      const visitor = await seedVisitor(site.db, site, { inside: site.tenant });
      const visitId = await visitOf(site.db, visitor.id);
      await ask(site.as('reception'), checkOutVisitor, { params: { visitorId: visitor.id } });
      await ask(site.as('reception'), reopenVisit, { params: { visitId } });
    },
  },
  {
    what: 'a new phone of a visitor inside',
    work: async (site) => {
      const visitor = await seedVisitor(site.db, site, { inside: site.tenant });
      const params = { visitorId: visitor.id };
      await ask(site.as('reception'), updateVisitor, {
        params,
        body: { name: 'Liv Moe', companyName: 'Fjord', phone: freshPhone() },
      });
    },
  },
  {
    what: 'the rule of a series',
    work: async ({ as, tenant }) => {
      const days = (count: number) => dayThere(Date.now(), count);
      const repeat = { unit: 'day', interval: 1, until: days(5) } as const;
      const times = { startsAt: `${days(2)}T09:00`, endsAt: `${days(2)}T10:00` };
      const { id } = await invited(as('company'), tenant, { ...times, repeat });
      const body = { repeat: { ...repeat, interval: 2 } };
      await ask(as('company'), changeInvitation, { params: { invitationId: id }, query: { dates: 'all' }, body });
    },
  },
  {
    what: 'the erasure of a guest after the visit',
    work: async ({ db, as, tenant }) => {
      const { guestId, params } = await inviteGuest(db, as('company'), tenant);
      await ask(as('reception'), checkInGuests, { body: { ids: [guestId] } });
      await ask(as('pass'), checkOutPass, { params });
      await ask(as('pass'), deletePassData, { params });
    },
  },
  {
    what: 'the check-in of a guest at a kiosk',
    work: async ({ db, as, tenant }) => {
      const { params } = await inviteGuest(db, as('company'), tenant);
      const printed = { shouldPrintMainBadge: false, shouldPrintParkingBadge: false };
      const body = { ...printed, pass: params.token, nonce: crypto.randomUUID(), occurredAt: new Date().toISOString() };
      await ask(as('kiosk'), registerVisitAtDevice, { body });
    },
  },
  {
    what: 'the channel of a kiosk',
    work: async ({ db, reach, company }) => {
      const { id: kioskId } = await seedKiosk(db, { company }, { isOnline: true });
      const channel = { companyId: company.id, kioskId, channelId: crypto.randomUUID() };
      const ofCompany = reach.within([company.id]);
      await acknowledge(ofCompany, channel, 1, null);
      await notePrint(ofCompany, channel, 'test');
    },
  },
  {
    what: 'the report of a provider about a message',
    work: ({ reach, company }) =>
      settleReported(reach.within([company.id]), company.id, {
        messageId: crypto.randomUUID(),
        state: 'delivered',
        answer: null,
      }),
  },
  {
    what: 'the removal of visitors who are left over',
    work: async (site) => {
      await changeSettings(site, { enable_gdpr: true });
      const { id } = await seedVisitor(site.db, site);
      await site.db
        .updateTable('visitor')
        .set({ updated_at: new Date(0) })
        .where('id', '=', id)
        .execute();
      const { id: expectedId } = await seedVisitor(site.db, site, { expectedBy: site.tenant });
      await sql`update visitor set preregistered_at = '2020-01-01' where id = ${expectedId}`.execute(site.db);
      await sweepLeftOvers(site.reach, new Date(), () => Promise.resolve());
    },
  },
  {
    what: 'the synchronization of a directory',
    work: async () => {
      const site = await listedBuilding(somePeople(3));
      const params = { tenantId: site.tenant.id };
      await ask(site.as('company'), connectLoopbooking, { params, body: access });
      await ask(site.as('company'), synchronizeEmployees, { params });
      site.listing.people = somePeople(3, 1);
      await ask(site.as('company'), synchronizeEmployees, { params, query: { confirm: 'true' } });
      await ask(site.as('company'), removeDirectory, { params, body: { shouldDeleteEmployees: false } });
    },
  },
];

async function inviteGuest(db: Db, desk: Caller, tenant: Named) {
  const startsAt = new Date(Date.now() + 60_000).toISOString();
  const { guests } = await invited(desk, tenant, { startsAt });
  const guestId = guests[0]?.id ?? 0;
  return { guestId, params: { token: await tokenOfGuest(db, guestId) } };
}

/** @throws if the call is refused, because its statements would be missing */
async function ask<E extends Endpoint>(caller: Caller, endpoint: E, input: CallInput<E>): Promise<Reply<E>> {
  return (await caller.call(endpoint, input)).data;
}
