import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { Day, Id, IdParam, ListQuery, Moment } from '../platform/values.ts';

export const PastVisit = z.object({
  id: Id,
  checkedInAt: Moment,
  checkedOutAt: Moment,
  visitor: z.object({ id: Id.nullable(), name: z.string(), companyName: z.string(), phone: z.string() }),
  tenant: z.object({ id: Id, name: z.string() }),
  employee: z.object({ id: Id, name: z.string() }).nullable(),
  formerHost: z.string().nullable(),
});
export type PastVisit = z.output<typeof PastVisit>;

const days = {
  /** Inclusive days of the building's calendar. */
  from: Day.optional(),
  to: Day.optional(),
};

const filter = {
  ...days,
  tenantId: IdParam.optional(),
  employeeId: IdParam.optional(),
  visitorId: IdParam.optional(),
};
export const HistoryFilter = z.object(filter);
export type HistoryFilter = z.output<typeof HistoryFilter>;

const ofCompany = { access: 'visit.history', params: z.object({ companyId: IdParam }) } as const;

export const listPastVisits = endpoint({
  method: 'GET',
  path: '/visits/company/:companyId',
  summary: 'List the visits of a company that are over',
  standby: true,
  ...ofCompany,
  query: ListQuery.extend(filter),
  reply: z.array(PastVisit),
  paged: true,
});

export const exportPastVisits = endpoint({
  method: 'GET',
  path: '/visits/company/:companyId/export',
  summary: 'Export the visits of a company that are over as CSV',
  standby: true,
  ...ofCompany,
  query: z.strictObject({ ...filter, search: ListQuery.shape.search }),
  reply: z.object({ csv: z.string() }),
  streamed: true,
});

/** The last 30 days by default, at most 400. */
export const countArrivals = endpoint({
  method: 'GET',
  path: '/visits/company/:companyId/arrivals',
  summary: 'Count the arrivals of a company',
  standby: true,
  ...ofCompany,
  query: z.strictObject({ ...days, tenantId: IdParam.optional() }),
  reply: z.object({
    from: Day,
    to: Day,
    inside: z.int(),
    byDay: z.array(z.object({ day: Day, arrivals: z.int() })),
    byHour: z.array(z.int()),
    byTenant: z.array(z.object({ tenant: z.object({ id: Id, name: z.string() }), arrivals: z.int() })),
  }),
});
