import { domainEvent } from '../../platform/events/domain-event.ts';

/** The name of a tenant changed. */
export const tenantRenamed = domainEvent<{ companyId: number; tenantId: number }>('tenantRenamed');
