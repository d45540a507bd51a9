import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { Id, IdParam, Moment } from '../platform/values.ts';

export const PersonInside = z.object({
  visitId: Id,
  name: z.string(),
  companyName: z.string(),
  phone: z.string(),
  tenant: z.object({ id: Id, name: z.string() }),
  employee: z.object({ id: Id, name: z.string() }).nullable(),
  isSafe: z.boolean(),
});
export type PersonInside = z.output<typeof PersonInside>;

export const RollCall = z.object({
  id: Id,
  startedAt: Moment,
  people: z.array(PersonInside),
});
export type RollCall = z.output<typeof RollCall>;

/** A day, in milliseconds. */
export const greatestTickAge = 86_400_000;
export const mostTicks = 1_000;

/** A tick and its age in milliseconds, because clocks of devices differ. */
const Tick = z.strictObject({
  visitId: Id,
  isSafe: z.boolean(),
  age: z.int().min(0).max(greatestTickAge),
});

const ofCompany = {
  path: '/visitors/company/:companyId/roll_call',
  access: 'visitor.printCurrent',
  params: z.object({ companyId: IdParam }),
} as const;

export const getRollCall = endpoint({
  method: 'GET',
  summary: 'Read the roll call of a company',
  ...ofCompany,
  reply: RollCall.nullable(),
});

export const startRollCall = endpoint({
  method: 'POST',
  summary: 'Start or join a roll call',
  ...ofCompany,
  reply: RollCall,
});

/** The latest tick of a visitor counts, in any order of arrival. Visitors who left are skipped. */
export const tickRollCall = endpoint({
  method: 'PUT',
  summary: 'Tick people of a roll call',
  ...ofCompany,
  body: z.strictObject({ rollCallId: Id, ticks: z.array(Tick).max(mostTicks) }),
  reply: RollCall,
  refusals: ['rollCallHasEnded'],
});

/** Deletes its ticks. Ignores a roll call that has ended. */
export const endRollCall = endpoint({
  method: 'DELETE',
  summary: 'End a roll call',
  ...ofCompany,
  query: z.strictObject({ rollCallId: IdParam }),
  reply: z.null(),
});

export const printCurrentVisitors = endpoint({
  method: 'GET',
  path: '/visitors/company/:companyId/print_current',
  summary: 'Print the evacuation list',
  access: 'visitor.printCurrent',
  params: z.object({ companyId: IdParam }),
  reply: z.object({ html: z.string() }),
});
