import { domainEvent } from '../../platform/events/domain-event.ts';

/** A company was marked as deleted: its users are gone, its rows remain until the nightly removal. */
export const companyDeleted = domainEvent<{ companyId: number }>('companyDeleted');

/** A company was made. Wings above give it the rows that every company has. */
export const companyCreated = domainEvent<{ companyId: number; countryCode: string }>('companyCreated');
