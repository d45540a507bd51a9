import { domainEvent } from '../../platform/events/domain-event.ts';

export const visitAnswered = domainEvent<{ visitId: number }>('visitAnswered');
