import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { Day, Id, IdParam, ListQuery, Moment } from '../platform/values.ts';

/** A visit that has ended, as long as retention keeps it. */
export const PastVisit = z.object({
  id: Id,
  checkedInAt: Moment,
  checkedOutAt: Moment,
  /** The data that was given for the visit. `id` is null once the visitor is forgotten. */
  visitor: z.object({ id: Id.nullable(), name: z.string(), companyName: z.string(), phone: z.string() }),
  tenant: z.object({ id: Id, name: z.string() }),
  employee: z.object({ id: Id, name: z.string() }).nullable(),
  /** The name of the employee who was visited and has left since. */
  formerHost: z.string().nullable(),
});
export type PastVisit = z.output<typeof PastVisit>;

const days = {
  /** Days of the building's calendar, both included. */
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

/** The newest first, 200 of them where no limit is given. Search matches name, company name and phone of the visit. */
export const listPastVisits = endpoint({
  method: 'GET',
  path: '/visits/company/:companyId',
  summary: 'List the visits of a company that are over',
  ...ofCompany,
  query: ListQuery.extend(filter),
  reply: z.array(PastVisit),
  paged: true,
});

/** The same as a CSV file. */
export const exportPastVisits = endpoint({
  method: 'GET',
  path: '/visits/company/:companyId/export',
  summary: 'Export the visits of a company that are over as CSV',
  ...ofCompany,
  query: z.strictObject({ ...filter, search: ListQuery.shape.search }),
  reply: z.object({ csv: z.string() }),
  streamed: true,
});

/**
 * How many arrived, in the building's time: numbers alone, which outlive the visits. Without days, of the last 30; at most 400 of
 * them.
 */
export const countArrivals = endpoint({
  method: 'GET',
  path: '/visits/company/:companyId/arrivals',
  summary: 'Count the arrivals of a company',
  ...ofCompany,
  query: z.strictObject({ ...days, tenantId: IdParam.optional() }),
  reply: z.object({
    from: Day,
    to: Day,
    /** Every day of the range, also those on which nobody came. */
    byDay: z.array(z.object({ day: Day, arrivals: z.int() })),
    /** 24 numbers, by the hour of the day. */
    byHour: z.array(z.int()),
    /** The tenants with most arrivals first. */
    byTenant: z.array(z.object({ tenant: z.object({ id: Id, name: z.string() }), arrivals: z.int() })),
  }),
});
