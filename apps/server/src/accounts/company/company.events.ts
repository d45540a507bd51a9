import { domainEvent } from '../../platform/events/domain-event.ts';

export const companyDeleted = domainEvent<{ companyId: number }>('companyDeleted');

export const companyCreated = domainEvent<{ companyId: number; countryCode: string }>('companyCreated');
