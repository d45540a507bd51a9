import { z } from 'zod';
import { Conflict } from '../platform/conflict.ts';
import { endpoint } from '../platform/endpoint.ts';
import { csvFile } from '../platform/file.ts';
import { Id, IdParam, YesOrNo } from '../platform/values.ts';
import { Visitor } from './visitor.ts';

/** Above this number an undecided import holds its messages. */
export const maxUndecided = 50;

/**
 * Columns Phone;Name;CompanyName. With titles the file may add Host (name, e-mail or phone of an employee) and Time (14:30, 2026-11-30
 * 14:30 or 30.11.2026 14:30, on the building's clock). A preview saves nothing. `announce` decides about SMS. Without it only new visitors
 * get one, and more than 50 messages are held.
 */
export const importVisitors = endpoint({
  method: 'POST',
  path: '/visitors/tenant/:tenantId/import',
  summary: 'Import expected visitors from CSV',
  access: 'visitor.manage',
  params: z.object({ tenantId: IdParam }),
  query: z.strictObject({
    shouldPrintMainBadge: YesOrNo,
    shouldPrintParkingBadge: YesOrNo,
    preview: YesOrNo.optional(),
    announce: YesOrNo.optional(),
  }),
  file: csvFile,
  reply: z.object({
    visitors: z.array(Visitor),
    conflicts: z.array(Conflict),
    html: z.string().nullable(),
    messagesHeld: z.int().optional(),
  }),
  once: true,
  refusals: ['csvColumns'],
});

export const maxCheckedIn = 500;

/**
 * Uses the expecting tenants and the expected host. Visitors inside or no longer expected are conflicts. `html` has the badges of the
 * others.
 */
export const checkInExpected = endpoint({
  method: 'POST',
  path: '/visitors/preregistered/checkin',
  summary: 'Check in expected visitors',
  access: 'visitor.manage',
  body: z.strictObject({ ids: z.array(Id).min(1, 'invalidValue').max(maxCheckedIn, 'max500visitors') }),
  reply: z.object({ visitors: z.array(Visitor), conflicts: z.array(Conflict), html: z.string().nullable() }),
  once: true,
});
