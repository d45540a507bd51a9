import { domainEvent } from '../../platform/events/domain-event.ts';

export const visitAnswered = domainEvent<{ companyId: number; visitId: number }>('visitAnswered');
