import { randomInt } from 'node:crypto';
import type { Partner } from '@vestibule/contract/accounts/partner.ts';
import type { Actor } from '@vestibule/contract/platform/access.ts';
import type { ListQuery } from '@vestibule/contract/platform/values.ts';
import { audit } from '../../platform/audit/audit.ts';
import { type Db, transaction } from '../../platform/db/database.ts';
import type { Rows } from '../../platform/http/answer.ts';
import { refuseChanged } from '../../platform/http/changed.ts';
import { countUse, type Limit, takeBackUse } from '../../platform/http/limit.ts';
import { toPage } from '../../platform/http/list.ts';
import { orNotFound, Refusal } from '../../platform/http/refusal.ts';
import { crockford, readCrockford } from '../../platform/values/crockford.ts';
import { requireCompany } from '../company/company.ts';
import { notifySessionsChanged } from '../session/session.ts';
import { deleteAccounts, listUsersOfPartner, lockUsersOf } from '../user/user.ts';
import {
  deleteAttachment,
  detachEverywhere,
  findPartner,
  findPartnerByCode,
  insertAttachment,
  insertPartner,
  listPartners,
  lockCompaniesOf,
  lockPartner,
  toPartner,
} from './partner.store.ts';

const unknownCodes: Limit = { uses: 10, seconds: 3_600 };

export async function readPartner(db: Db, actor: Actor, partnerId: number): Promise<Partner> {
  return toPartner(orNotFound(await findPartner(db, actor, partnerId)));
}

async function requirePartner(db: Db, actor: Actor, partnerId: number): Promise<void> {
  await readPartner(db, actor, partnerId);
}

export async function readPartners(db: Db, query: ListQuery): Promise<Rows<Partner>> {
  return page(await listPartners(db, query), query);
}

export async function readPartnersOfCompany(
  db: Db,
  actor: Actor,
  companyId: number,
  query: ListQuery,
): Promise<Rows<Partner>> {
  await requireCompany(db, actor, companyId);
  return page(await listPartners(db, query, companyId), query);
}

function page({ rows, counted }: Awaited<ReturnType<typeof listPartners>>, query: ListQuery): Rows<Partner> {
  const shown = toPage(rows, query, counted, (row) => ({ key: row.folded_name, id: row.id }));
  return { ...shown, rows: shown.rows.map(toPartner) };
}

export function addPartner(db: Db, actor: Actor, name: string): Promise<Partner> {
  return transaction(db, async (db) => {
    let row = await insertPartner(db, name, newPartnerCode());
    // A code collides with a probability of one in 10^12, and two do not.
    row ??= await insertPartner(db, name, newPartnerCode());
    if (!row) throw new Error('two new partner codes in a row were taken');
    await audit(db, actor, { action: 'partner.created', companyId: null, subject: 'partner', subjectId: row.id });
    return toPartner(row);
  });
}

export function changePartnerName(
  db: Db,
  actor: Actor,
  partnerId: number,
  { name, previous }: { name: string; previous?: string | undefined },
): Promise<Partner> {
  return transaction(db, async (db) => {
    const partner = orNotFound(await lockPartner(db, partnerId));
    refuseChanged(partner.name, previous, name);
    await db.updateTable('partner').set({ name }).where('id', '=', partnerId).execute();
    await audit(db, actor, { action: 'partner.renamed', companyId: null, subject: 'partner', subjectId: partnerId });
    return { ...toPartner(partner), name };
  });
}

export function removePartner(db: Db, actor: Actor, partnerId: number): Promise<null> {
  return transaction(db, async (db) => {
    await lockCompaniesOf(db, partnerId);
    await lockUsersOf(db, { partner_id: partnerId });
    orNotFound(await lockPartner(db, partnerId));
    await detachEverywhere(db, actor, partnerId);
    // Also users who were added before the partner was locked. No more can be added now.
    const users = await lockUsersOf(db, { partner_id: partnerId });
    await deleteAccounts(db, users);
    await db.deleteFrom('partner').where('id', '=', partnerId).execute();
    await audit(db, actor, { action: 'partner.deleted', companyId: null, subject: 'partner', subjectId: partnerId });
    await notifySessionsChanged(db, users);
    return null;
  });
}

/**
 * Attaches the partner with this code.
 * @throws {Refusal} `partnerWithCodeNotFound`; `partnerIsAlreadyAssignedToCompany`; `tooManyRequests` after ten wrong codes.
 */
export async function attach(
  db: Db,
  actor: Actor,
  { companyId, partnerCode }: { companyId: number; partnerCode: string },
  network: string,
): Promise<Partner> {
  await requireCompany(db, actor, companyId);
  const guesses = `partner code ${network}`;
  // Counted first, so that parallel attempts stay within the limit.
  await countUse(db, guesses, unknownCodes);
  const partner = await findPartnerByCode(db, readCrockford(partnerCode));
  if (!partner) throw new Refusal('partnerWithCodeNotFound', { fields: { partnerCode: 'partnerWithCodeNotFound' } });
  await takeBackUse(db, guesses);
  return transaction(db, async (db) => {
    const isNew = await insertAttachment(db, companyId, partner.id);
    if (!isNew) {
      throw new Refusal('partnerIsAlreadyAssignedToCompany', {
        fields: { partnerCode: 'partnerIsAlreadyAssignedToCompany' },
      });
    }
    await audit(db, actor, { action: 'partner.attached', companyId, subject: 'partner', subjectId: partner.id });
    await notifySessionsChanged(db, await listUsersOfPartner(db, partner.id));
    return toPartner(partner);
  });
}

export function detach(db: Db, actor: Actor, partnerId: number, companyId: number): Promise<null> {
  return transaction(db, async (db) => {
    await requireCompany(db, actor, companyId);
    await requirePartner(db, actor, partnerId);
    const wasAttached = await deleteAttachment(db, companyId, partnerId);
    if (!wasAttached) throw new Refusal('notFound');
    await audit(db, actor, { action: 'partner.detached', companyId, subject: 'partner', subjectId: partnerId });
    await notifySessionsChanged(db, await listUsersOfPartner(db, partnerId));
    return null;
  });
}

const length = 8;

function newPartnerCode(): string {
  return Array.from({ length }, () => crockford[randomInt(crockford.length)]).join('');
}
