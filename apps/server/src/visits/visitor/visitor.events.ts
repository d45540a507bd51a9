import { domainEvent } from '../../platform/events/domain-event.ts';

/** Dates, hosts or guests of invitations changed. Arrivals and departures are no such change. */
export const invitationsChanged = domainEvent<{ companyId: number }>('invitationsChanged');
