import { type Actor, isFromOutside } from '@vestibule/contract/platform/access.ts';
import { requireCompany } from '../../accounts/company/company.ts';
import { readTenant } from '../../building/tenant/tenant.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Db } from '../../platform/db/database.ts';
import type { SignedIn } from '../../platform/http/call.ts';
import { countUse, type Limit } from '../../platform/http/limit.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Channel } from '../../platform/live/publish.ts';
import { issueTicket } from '../../platform/live/socket.ts';

/** Far more than a lost network causes. */
const tickets: Limit = { uses: 300, seconds: 60 };

interface ChannelRequest {
  companyId?: number | undefined;
  tenantId?: number | undefined;
  after?: number | undefined;
}

export async function openChannel(
  db: Db,
  { actor, hash }: SignedIn,
  request: ChannelRequest,
  origin: string,
): Promise<{ url: string }> {
  await countUse(db, `live tickets of user ${actor.userId}`, tickets);
  const { companyId, channel } = await channelFor(db, actor, request);
  if (isFromOutside(actor)) await auditFollowing(db, actor, companyId, channel);
  const url = await issueTicket(db, { sessionHash: hash, companyId, channel, after: request.after }, origin);
  return { url };
}

/** Following shows as much as listing. */
async function auditFollowing(db: Db, actor: Actor, companyId: number, channel: Channel): Promise<void> {
  const [audience, scope] = channel.split(':');
  const subject = audience === 'tenant' ? 'tenant' : 'company';
  await audit(db, actor, { action: 'visitor.listed', companyId, subject, subjectId: Number(scope) });
}

async function channelFor(
  db: Db,
  actor: Actor,
  { companyId, tenantId }: Pick<ChannelRequest, 'companyId' | 'tenantId'>,
): Promise<{ companyId: number; channel: Channel }> {
  const wantedTenant = tenantId ?? (companyId === undefined ? actor.tenantId : null);
  if (wantedTenant !== null) {
    const tenant = await readTenant(db, actor, wantedTenant);
    if (companyId !== undefined && companyId !== tenant.companyId) throw new Refusal('notFound');
    return { companyId: tenant.companyId, channel: `tenant:${wantedTenant}` };
  }
  const wantedCompany = companyId ?? ownCompany(actor);
  if (wantedCompany === undefined) throw new Refusal('validation', { fields: { companyId: 'invalidValue' } });
  await requireCompany(db, actor, wantedCompany);
  // A tenant's user may only follow the tenant.
  if (actor.tenantId !== null) return { companyId: wantedCompany, channel: `tenant:${actor.tenantId}` };
  const audience = actor.role === 'reception' ? 'reception' : 'managers';
  return { companyId: wantedCompany, channel: `${audience}:${wantedCompany}` };
}

function ownCompany({ companyIds }: Actor): number | undefined {
  return companyIds !== 'all' && companyIds.length === 1 ? companyIds[0] : undefined;
}

export async function maySeeChannel(db: Db, { actor }: SignedIn, channel: Channel): Promise<boolean> {
  const [audience, scope] = channel.split(':');
  try {
    const selector = audience === 'tenant' ? { tenantId: Number(scope) } : { companyId: Number(scope) };
    return (await channelFor(db, actor, selector)).channel === channel;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}
