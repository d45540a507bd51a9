import { domainEvent } from '../../platform/events/domain-event.ts';

export const tenantRenamed = domainEvent<{ companyId: number; tenantId: number }>('tenantRenamed');

export const backupEmployeeChanged = domainEvent<{ companyId: number; tenantId: number }>('backupEmployeeChanged');
