import { type Db, transaction } from '../platform/db/database.ts';
import { enqueueMail, type NewMail } from '../platform/outbox/enqueue.ts';
import type { Named } from './fresh.ts';
import { testVault } from './server.ts';

type Invitation = Partial<Extract<NewMail, { kind: 'invite' }>>;

export function invitation(changes: Invitation = {}): NewMail {
  return {
    kind: 'invite',
    companyId: null,
    to: 'kari@aurora.example',
    language: 'en',
    expiresAt: new Date(Date.now() + 7 * 24 * 3_600_000),
    content: { link: 'https://desk.example.com/set-password/s3cr3t-t0k3n', organization: 'Aurora', validHours: 168 },
    ...changes,
  };
}

export function seedFailedMessage(db: Db, { id: companyId }: Pick<Named, 'id'>, to?: string): Promise<number> {
  // In one transaction, so that no worker takes it first.
  return transaction(db, async (db) => {
    const id = await enqueueMail(db, testVault, invitation({ companyId, ...(to !== undefined && { to }) }));
    const failure = { state: 'failed', attempts: 1, problem: 'refused', last_answer: '550 unknown' } as const;
    await db.updateTable('message').set(failure).where('id', '=', id).execute();
    return id;
  });
}

export async function seedFailedAnnouncement(db: Db, visitorId: number): Promise<number> {
  const visitId = await visitOf(db, visitorId);
  const { company_id: companyId } = await db
    .selectFrom('visit')
    .select('company_id')
    .where('id', '=', visitId)
    .executeTakeFirstOrThrow();
  const id = await seedFailedMessage(db, { id: companyId });
  const about = {
    visitor_id: visitorId,
    visit_id: visitId,
    kind: 'visitConfirmation',
    channel: 'sms',
    content: null,
  } as const;
  await db.updateTable('message').set(about).where('id', '=', id).execute();
  return id;
}

export async function visitOf(db: Db, visitorId: number): Promise<number> {
  const visit = await db
    .selectFrom('visit')
    .select('id')
    .where('visitor_id', '=', visitorId)
    .where('checked_out_at', 'is', null)
    .executeTakeFirst();
  return visit?.id ?? 0;
}
