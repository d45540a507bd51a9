import { z } from 'zod';
import { Conflict } from '../platform/conflict.ts';
import { endpoint } from '../platform/endpoint.ts';
import { csvFile } from '../platform/file.ts';
import { Id, IdParam, YesOrNo } from '../platform/values.ts';
import { Visitor } from './visitor.ts';

/** An import that does not say whether to announce its visitors holds its messages where they are more. */
export const mostUnasked = 50;

/**
 * Pre-registers the visitors of a CSV file, Phone;Name;CompanyName, for a tenant; rows that cannot be are the conflicts. `html` are the
 * badges that are asked for and that the tenant has, of all rows. A preview answers the same and saves nothing; the ids of visitors whom
 * the company does not know yet are nobody's.
 *
 * `announce` says whether to send the visitors an SMS. Without it only visitors whom the tenant did not expect get one, and more than 50
 * messages are held. `messagesHeld` is their number, with those above a limit; it is absent where no message is held.
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
  refusals: ['wrongMimetype', 'fileSizeExceeded', 'csvColumns'],
});

/** How many visitors can be checked in at once. */
export const mostCheckedIn = 500;

/**
 * Checks in visitors who are pre-registered, each at the tenant that expects them, and nobody in particular there. One who is inside
 * already, or not expected any more, is a conflict; `html` are the badges of the others that their tenants have.
 */
export const checkInExpected = endpoint({
  method: 'POST',
  path: '/visitors/preregistered/checkin',
  summary: 'Check in expected visitors',
  access: 'visitor.manage',
  body: z.strictObject({ ids: z.array(Id).min(1, 'invalidValue').max(mostCheckedIn, 'max500visitors') }),
  reply: z.object({ visitors: z.array(Visitor), conflicts: z.array(Conflict), html: z.string().nullable() }),
  once: true,
});
