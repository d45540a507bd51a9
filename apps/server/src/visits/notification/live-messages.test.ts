import {
  releaseMessage,
  retryGuestMessage,
  retryMessage,
  retryMessages,
  retryVisitMessage,
} from '@vestibule/contract/visits/message.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { onlyRow } from '../../platform/db/database.ts';
import { int, typedSql } from '../../platform/db/typed-sql.ts';
import { type Building, seedVisitor } from '../../testing/building.ts';
import { seedInvitation } from '../../testing/invitations.ts';
import { listeningBuilding, openLive, visitorsIn } from '../../testing/live.ts';
import { seedFailedAnnouncement, visitOf } from '../../testing/messages.ts';

interface Failed {
  messageId: number;
  invitationId: number;
  guestId: number;
}

type Act = (site: Building, failed: Failed) => Promise<{ status: number }>;

const acts: [name: string, state: 'failed' | 'held', act: Act][] = [
  [
    'sends it again from the list of messages',
    'failed',
    ({ as }, { messageId }) => as('company').call(retryMessage, { params: { messageId } }),
  ],
  [
    'sends it again with others',
    'failed',
    ({ as }, { messageId }) => as('company').call(retryMessages, { body: { ids: [messageId] } }),
  ],
  [
    'sends it again from the list of guests',
    'failed',
    ({ as }, { invitationId, guestId }) => as('company').call(retryGuestMessage, { params: { invitationId, guestId } }),
  ],
  ['releases it', 'held', ({ as }, { messageId }) => as('company').call(releaseMessage, { params: { messageId } })],
];

test.for(acts)('reports the date of the guest to other desks when a manager %s', async ([, state, act]) => {
  const site = await listeningBuilding();
  const { id: invitationId, invitedGuestId } = await seedInvitation(site.db, site);
  const { rows } = await typedSql({ id: int })`
    insert into message (company_id, guest_id, kind, channel, recipient, language, content, state, problem, expires_at)
    select company_id, guest_id, 'invitation', 'sms', '+4746512345', 'en', '\\x00', ${state}, 'refused', now() + interval '1 hour'
    from invitation_guest where id = ${invitedGuestId} returning id`.execute(site.db);
  const lives = await Promise.all([
    openLive(site.as('reception'), { companyId: site.company.id }),
    openLive(site.as('tenant'), { tenantId: site.tenant.id }),
  ]);
  const { status } = await act(site, { messageId: onlyRow(rows).id, invitationId, guestId: invitedGuestId });
  expect(status).toBe(200);
  for (const live of lives) {
    const { payload } = await live.until(({ event }) => event === 'invitations_update');
    expect(payload).toEqual({ ids: [invitationId] });
  }
});

test.for(['alone', 'from the visit'] as const)(
  'reports the visitor when a message about a visit is sent again %s',
  async (how) => {
    const site = await listeningBuilding();
    const visitor = await seedVisitor(site.db, site, { inside: site.tenant });
    const messageId = await seedFailedAnnouncement(site.db, visitor.id);
    await sql`update message set recipient = '+4746512345' where id = ${messageId}`.execute(site.db);
    const live = await openLive(site.as('reception'), { companyId: site.company.id });
    const visitId = await visitOf(site.db, visitor.id);
    const { status } = await (how === 'alone'
      ? site.as('company').call(retryMessage, { params: { messageId } })
      : site.as('company').call(retryVisitMessage, { params: { visitId, messageId } }));
    expect(status).toBe(200);
    await live.until((message) => visitorsIn(message).includes(visitor.id));
  },
);
