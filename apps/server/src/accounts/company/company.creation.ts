import type { Actor } from '@vestibule/contract/platform/access.ts';
import type { Company } from '@vestibule/contract/accounts/company.ts';
import { audit } from '../../platform/audit/audit.ts';
import { type Db, transaction } from '../../platform/db/database.ts';
import type { Organizations } from '../scope/organizations.ts';
import { tellSessionsChanged } from '../session/session.ts';
import { listUsersOfPartner } from '../user/user.ts';
import { createCompany } from './company.ts';
import { findCompany, toCompany } from './company.store.ts';
import { found } from '../../platform/http/refusal.ts';

/** The country of a new company, until somebody changes its settings. */
const defaultCountry = 'NO';

/**
 * Makes a company with the settings that a new one has, in the time zone of the server. A partner's user makes it for the partner; a
 * superAdmin for the partner named, or for none.
 * @throws {Refusal} `notFound` for a partner outside of the actor's scope.
 */
export function addCompany(
  db: Db,
  actor: Actor,
  organizations: Organizations,
  { name, partnerId }: { name: string; partnerId?: number | null | undefined },
): Promise<Company> {
  return transaction(db, async (db) => {
    const owner = partnerId ?? actor.partnerId;
    if (owner !== null) await organizations.partner(db, actor, owner);
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    const companyId = await createCompany(db, {
      name,
      countryCode: defaultCountry,
      timeZone,
      ...(owner !== null && { partnerId: owner }),
    });
    await audit(db, actor, { action: 'company.created', companyId, subject: 'company', subjectId: companyId });
    if (owner !== null) await tellSessionsChanged(db, await listUsersOfPartner(db, owner));
    const inNewScope = actor.companyIds === 'all' ? actor : { ...actor, companyIds: [...actor.companyIds, companyId] };
    return toCompany(found(await findCompany(db, inNewScope, companyId)), actor);
  });
}
