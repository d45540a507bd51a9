import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { Id, IdParam, ListQuery, Moment, requiredLine, TypedPhone, unchanged } from '../platform/values.ts';
import { Named, VisitRecord } from './visit.ts';

/** When a tenant expects a visitor, and for whom. Without `at` the visitor may come at any time and counts as expected today. */
const Expectation = z.object({ at: Moment.nullable(), employee: Named.nullable(), invitationId: Id.nullable() });

/** A person known to a company, unique by phone. */
export const Visitor = z.object({
  id: Id,
  companyId: Id,
  name: z.string(),
  companyName: z.string(),
  phone: z.string(),
  shouldSaveData: z.boolean(),
  currentVisitRecordId: Id.nullable(),
  preregisteredTenantId: Id.nullable(),
  preregisteredTenant: z.object({ id: Id, name: z.string() }).nullable(),
  currentVisitRecord: VisitRecord.nullable(),
  /** Null if no tenant expects the visitor. */
  expected: Expectation.nullable(),
  createdAt: Moment,
  updatedAt: Moment,
});
export type Visitor = z.output<typeof Visitor>;

/** current: with an open visit; imported: pre-registered and not inside; all. */
export const visitorScopes = ['current', 'imported', 'all'] as const;
export type VisitorScope = (typeof visitorScopes)[number];

/** Filters of the desk's numbers. `expectedToday` narrows the scope `imported`, the others narrow `all`. */
export const visitorFilters = ['expectedToday', 'leftToday', 'needsAttention'] as const;
export type VisitorFilter = (typeof visitorFilters)[number];

/**
 * `time` is that of the shown state: check-in, check-out, or the expected time. Expected visitors are sorted by day: today, later, then
 * earlier days.
 */
export const visitorSorts = ['name', 'company', 'time'] as const;
export type VisitorSort = (typeof visitorSorts)[number];

export const visitorFields = {
  name: requiredLine('nameRequired', 120),
  companyName: requiredLine('companyNameRequired', 120),
  phone: TypedPhone,
};

/** Without `sort`, current visitors come by check-in, newest first, and others by name. `tenantId` is that of the visit or expectation. */
export const VisitorQuery = ListQuery.extend({
  id: IdParam.optional(),
  scope: z.enum(visitorScopes).default('all'),
  tenantId: IdParam.optional(),
  only: z.enum(visitorFilters).optional(),
  sort: z.enum(visitorSorts).optional(),
  order: z.enum(['asc', 'desc']).optional(),
}).refine(({ scope, only }) => !only || scope === (only === 'expectedToday' ? 'imported' : 'all'), { path: ['only'] });
export type VisitorQuery = z.output<typeof VisitorQuery>;

export const listVisitors = endpoint({
  method: 'GET',
  path: '/visitors/company/:companyId',
  summary: 'List the visitors of a company',
  standby: true,
  access: 'visitor.list',
  params: z.object({ companyId: IdParam }),
  query: VisitorQuery,
  reply: z.array(Visitor),
  paged: true,
});

export const listTenantVisitors = endpoint({
  method: 'GET',
  path: '/visitors/tenant/:tenantId/preregistered',
  summary: 'List the expected and current visitors of a tenant',
  standby: true,
  access: 'visitor.listOfTenant',
  params: z.object({ tenantId: IdParam }),
  query: ListQuery.extend({ id: IdParam.optional(), scope: z.enum(['imported', 'all']).default('all') }),
  reply: z.array(Visitor),
  paged: true,
});

/** `storageStopped`: stored earlier, then opted out. `tenantId` reads the phone as a number of that tenant's country. */
export const lookUpPhone = endpoint({
  method: 'GET',
  path: '/visitors/company/:companyId/phone_lookup',
  summary: 'Look a visitor up by phone',
  access: 'visitor.manage',
  params: z.object({ companyId: IdParam }),
  query: z.strictObject({ phone: TypedPhone, tenantId: IdParam.optional() }),
  reply: z.object({ visitor: Visitor.nullable(), isCheckedIn: z.boolean(), storageStopped: z.boolean() }),
  refusals: ['invalidPhone', 'tooManyRequests'],
});

export const VisitorTyped = Visitor.pick({ name: true, companyName: true, phone: true, shouldSaveData: true }).strict();
export type VisitorTyped = z.output<typeof VisitorTyped>;

export const VisitorEdit = z.strictObject({
  ...visitorFields,
  shouldSaveData: z.boolean().optional(),
  previous: VisitorTyped.optional(),
  ...unchanged([
    'id',
    'companyId',
    'currentVisitRecordId',
    'preregisteredTenantId',
    'preregisteredTenant',
    'currentVisitRecord',
    'expected',
    'createdAt',
    'updatedAt',
  ]),
});
export type VisitorEdit = z.output<typeof VisitorEdit>;

export const updateVisitor = endpoint({
  method: 'PUT',
  path: '/visitors/:visitorId',
  summary: 'Change a visitor',
  access: 'visitor.manage',
  params: z.object({ visitorId: IdParam }),
  body: VisitorEdit,
  reply: Visitor,
  refusals: ['invalidPhone', 'visitorWithThisPhoneAlreadyExists', 'changedMeanwhile', 'tooManyRequests'],
});

export const deleteVisitor = endpoint({
  method: 'DELETE',
  path: '/visitors/:visitorId',
  summary: 'Delete a visitor',
  access: 'visitor.manage',
  params: z.object({ visitorId: IdParam }),
  reply: z.null(),
  refusals: ['visitorIsCheckedIn'],
});
