import { domainEvent } from '../../platform/events/domain-event.ts';

/** A company was marked as deleted. Its users are gone; a job removes its rows later. */
export const companyDeleted = domainEvent<{ companyId: number }>('companyDeleted');

/** A company was created. Higher wings add the rows that each company has. */
export const companyCreated = domainEvent<{ companyId: number; countryCode: string }>('companyCreated');
