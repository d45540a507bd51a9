import type { Actor } from '@vestibule/contract/platform/access.ts';
import type { User, UserScope } from '@vestibule/contract/accounts/user.ts';
import type { Language } from '@vestibule/contract/platform/values.ts';
import { audit } from '../../platform/audit/audit.ts';
import { type Db, transaction, violatedConstraint } from '../../platform/db/database.ts';
import type { Vault } from '../../platform/db/sealed.ts';
import type { Once } from '../../platform/http/call.ts';
import { countMisses, countUse, type Limit } from '../../platform/http/limit.ts';
import { orNotFound, Refusal } from '../../platform/http/refusal.ts';
import { hashOf } from '../../platform/http/secret.ts';
import { enqueueMail } from '../../platform/outbox/enqueue.ts';
import type { Organizations } from '../scope/scope.ts';
import { makeLink, validHours } from './password-link.ts';
import { createUser, type RoleInScope } from './user.ts';
import { findOrganization, findUser, findUserByEmail, toUser, type UserRow } from './user.store.ts';

const invitations: Limit = { uses: 5, seconds: 3_600 };

/** Invitations per user to existing addresses, because the refusal reveals them. */
const takenAddresses: Limit = { uses: 10, seconds: 3_600 };

const invitationsOf = (email: string) => `invitation of ${hashOf(email).toString('base64url')}`;

export type LanguageOf = (db: Db, userId: number) => Promise<Language>;

interface InvitationDeps {
  vault: Vault;
  organizations: Organizations;
  languageOf: LanguageOf;
}

export interface Invitation {
  email: string;
  name?: string | null | undefined;
  isReception: boolean;
  page: URL;
}

/**
 * Creates a user of the scope without a password and mails a link to set one. The scope decides the role.
 * @throws {Refusal} `userWithEmailAlreadyExists`; `notFound`; `notAllowed` for superAdmins; `tooManyRequests` for an address invited too
 * often, and after too many existing addresses
 */
export function invite(
  db: Db,
  actor: Actor,
  deps: InvitationDeps & { once: Once },
  scope: UserScope,
  invitation: Invitation,
): Promise<User> {
  const subject = `taken addresses of user ${actor.userId}`;
  return countMisses(db, { subject, limit: takenAddresses, isMiss: isTaken }, async () => {
    try {
      return await deps.once((db) => makeInvited(db, actor, deps, scope, invitation));
    } catch (error) {
      const hasAccount = error instanceof Refusal && isTaken(error);
      if (hasAccount) await countUse(db, `${invitationsOf(invitation.email)} by user ${actor.userId}`, invitations);
      throw error;
    }
  });
}

function isTaken({ reason }: Refusal): boolean {
  return reason === 'userWithEmailAlreadyExists';
}

async function makeInvited(
  db: Db,
  actor: Actor,
  deps: InvitationDeps,
  scope: UserScope,
  invitation: Invitation,
): Promise<User> {
  const { place, organization } = await placeIn(db, actor, deps.organizations, scope, invitation.isReception);
  try {
    return await transaction(db, async (db) => {
      const { email, name = null } = invitation;
      const userId = await createUser(db, { email, name, passwordHash: null, place });
      await countUse(db, invitationsOf(invitation.email), invitations);
      const user = orNotFound(await findUserByEmail(db, invitation.email));
      await audit(db, actor, {
        action: 'user.invited',
        companyId: user.company_id,
        subject: 'user',
        subjectId: userId,
      });
      await mailInvitation(db, deps, user, organization, invitation.page);
      return toUser(user);
    });
  } catch (error) {
    if (violatedConstraint(error) !== 'user_account_email_key') throw error;
    throw new Refusal('userWithEmailAlreadyExists', { fields: { email: 'userWithEmailAlreadyExists' } });
  }
}

export async function inviteAgain(
  db: Db,
  actor: Actor,
  deps: Omit<InvitationDeps, 'organizations'>,
  userId: number,
  page: URL,
): Promise<User> {
  const user = orNotFound(await findUser(db, actor, userId));
  if (user.is_active) throw new Refusal('userIsActive');
  await countUse(db, invitationsOf(user.email), invitations);
  return transaction(db, async (db) => {
    await audit(db, actor, { action: 'user.invited', companyId: user.company_id, subject: 'user', subjectId: userId });
    await mailInvitation(db, deps, user, await findOrganization(db, userId), page);
    return toUser(user);
  });
}

async function mailInvitation(
  db: Db,
  { vault, languageOf }: Omit<InvitationDeps, 'organizations'>,
  user: UserRow,
  organization: string | null,
  page: URL,
) {
  const link = await makeLink(db, user.id, page, validHours.invite);
  await enqueueMail(db, vault, {
    kind: 'invite',
    content: { link, organization, validHours: validHours.invite },
    companyId: user.company_id,
    userId: user.id,
    to: user.email,
    language: await languageOf(db, user.id),
    expiresAt: new Date(Date.now() + validHours.invite * 3_600_000),
  });
}

async function placeIn(
  db: Db,
  actor: Actor,
  organizations: Organizations,
  { companyId, tenantId, partnerId }: UserScope,
  isReception: boolean,
): Promise<{ place: RoleInScope; organization: string | null }> {
  if (companyId !== undefined) {
    if (actor.role === 'tenant') throw new Refusal('notFound');
    const { name } = await organizations.company(db, actor, companyId);
    return { place: { role: isReception ? 'reception' : 'company', companyId }, organization: name };
  }
  if (isReception) throw new Refusal('validation', { fields: { isReception: 'invalidValue' } });
  if (tenantId !== undefined) {
    const tenant = await organizations.tenant(db, actor, tenantId);
    return { place: { role: 'tenant', tenantId, companyId: tenant.companyId }, organization: tenant.name };
  }
  if (partnerId !== undefined) {
    const { name } = await readOwnPartner(db, actor, organizations, partnerId);
    return { place: { role: 'partner', partnerId }, organization: name };
  }
  requireSuperAdmin(actor);
  return { place: { role: 'superAdmin' }, organization: null };
}

export async function requireUserScope(
  db: Db,
  actor: Actor,
  organizations: Organizations,
  scope: UserScope,
): Promise<void> {
  await placeIn(db, actor, organizations, scope, false);
}

function readOwnPartner(db: Db, actor: Actor, organizations: Organizations, partnerId: number) {
  if (actor.role !== 'superAdmin' && actor.partnerId !== partnerId) throw new Refusal('notFound');
  return organizations.partner(db, actor, partnerId);
}

function requireSuperAdmin(actor: Actor): void {
  if (actor.role !== 'superAdmin') throw new Refusal('notAllowed');
}
