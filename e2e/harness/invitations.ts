import type { APIRequestContext } from '@playwright/test';
import { createInvitation, type Invitation, type InvitationFields } from '@vestibule/contract/visits/invitation.ts';
import { openVault } from '../../apps/server/src/platform/db/secret-key.ts';
import { placeOfPass } from '../../apps/server/src/visits/badge/code.ts';
import { codeOfPass } from '../../apps/server/src/visits/invitation/pass.ts';
import type { Building } from './building.ts';
import { call } from './call.ts';

export interface GuestPass {
  invitation: Invitation;
  guestId: number;
  /** The letters of the QR code. */
  secret: string;
  /** The 8 characters below it. */
  code: string;
}

type Changes = Partial<Omit<InvitationFields, 'guests'>> & Partial<InvitationFields['guests'][number]>;

/** Invites one guest of Kari at Aurora Shipping, from now on, without a message. */
export async function inviteGuest(
  user: APIRequestContext,
  { db, company, aurora }: Building,
  { name = 'Eve Guest', companyName = 'Fjord Design', email = null, phone = null, ...changes }: Changes = {},
): Promise<GuestPass> {
  const startsAt = changes.startsAt ?? new Date(Date.now() + 60_000).toISOString();
  const endsAt = new Date(Date.parse(startsAt) + 3_600_000).toISOString();
  const meeting = { employeeId: aurora.kari.id, notifyGuests: false, startsAt, endsAt, ...changes };
  const invitation = await call(user, createInvitation, {
    params: { tenantId: String(aurora.id) },
    body: { ...meeting, guests: [{ name, companyName, email, phone }] },
  });
  const [guest] = invitation.guests;
  if (!guest) throw new Error('The invitation has no guest.');
  const row = await db
    .selectFrom('invitation_guest')
    .innerJoin('pass', 'pass.guest_id', 'invitation_guest.guest_id')
    .select(['pass.guest_id', 'pass.secret'])
    .where('invitation_guest.id', '=', guest.id)
    .where('invitation_guest.company_id', '=', company.id)
    .executeTakeFirstOrThrow();
  const dataDir = process.env['E2E_DATA_DIR'] ?? '';
  const vault = await openVault({ secretKey: null, previousSecretKeys: [], dataDir });
  const secret = vault.open(placeOfPass(row.guest_id), row.secret);
  return { invitation, guestId: guest.id, secret, code: codeOfPass(secret) };
}

/** As the QR code has it. */
export function linkOf({ secret }: GuestPass): string {
  return `HTTPS://DESK.EXAMPLE.COM/PASS/${secret}`;
}
