import type { IntegrationForm } from '@vestibule/contract/building/directory.ts';
import type { Tenant } from '@vestibule/contract/building/tenant.ts';

export function typedOf(tenant: Tenant): IntegrationForm {
  return {
    type: tenant.type ?? 'office365',
    groupId: tenant.groupId ?? '',
    useCustomApp: tenant.useCustomApp,
    clientId: tenant.clientId ?? '',
    clientSecret: '',
    loopbookingDomain: tenant.loopbookingDomain ?? '',
    loopbookingCode: '',
  };
}
