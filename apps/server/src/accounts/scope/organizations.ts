import type { Actor } from '@vestibule/contract/platform/access.ts';
import type { Company } from '@vestibule/contract/accounts/company.ts';
import type { Tenant } from '@vestibule/contract/accounts/organization.ts';
import type { Partner } from '@vestibule/contract/accounts/partner.ts';
import type { Db } from '../../platform/db/database.ts';

type Read<Organization> = (db: Db, actor: Actor, id: number) => Promise<Organization>;

/**
 * Reads an organization in the actor's scope. Sessions and invitations describe organizations of folders above them, so `app.ts` hands
 * these functions over. Each throws the refusal `notFound`.
 */
export interface Organizations {
  company: Read<Company>;
  partner: Read<Partner>;
  tenant: Read<Tenant>;
}
