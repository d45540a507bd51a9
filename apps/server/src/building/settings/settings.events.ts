import { domainEvent } from '../../platform/events/domain-event.ts';

/** The time that hosts of the company have for an answer changed, for some tenants or all. */
export const answerPeriodChanged = domainEvent<{ companyId: number }>('answerPeriodChanged');
