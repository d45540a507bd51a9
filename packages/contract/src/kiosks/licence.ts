import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { Id, IdParam, key, line, ListQuery, missingIs, Moment, requiredLine, YesOrNo } from '../platform/values.ts';

/** A licence lets one device act as a kiosk. The wire says license. */
export const Licence = z.object({
  id: Id,
  /** 25 characters of Crockford base32 in groups of five; the last one checks the others. */
  key: z.string(),
  description: z.string().nullable(),
  /** When a device was first bound to it. */
  activationDate: Moment.nullable(),
  /** When it was added, which the console calls the import date. */
  createdAt: Moment,
  /** The device bound to it now. */
  mac: z.string().nullable(),
  folderId: Id,
});
export type Licence = z.output<typeof Licence>;

export const LicenceFolder = z.object({
  id: Id,
  name: z.string(),
  createdAt: Moment,
  licenseCount: z.int(),
  /** Where the list is asked for without limit: those that the search matches, the newest first. */
  licenses: z.array(Licence).optional(),
});
export type LicenceFolder = z.output<typeof LicenceFolder>;

/** How many licences can be added at once, be in a folder, and be deleted at once. */
export const licenceLimits = { added: 1_000, inFolder: 10_000, deleted: 500 } as const;

const folderName = requiredLine('folderNameRequired', 120);
const FolderId = z.object({ folderId: IdParam });

/** Search finds the folders with a licence whose key, description or MAC matches. */
export const listLicenceFolders = endpoint({
  method: 'GET',
  path: '/licenses_folders',
  summary: 'List licence folders',
  access: 'licence.manage',
  query: ListQuery,
  reply: z.array(LicenceFolder),
  paged: true,
});

export const LicenceFolderName = z.strictObject({ name: folderName });

export const createLicenceFolder = endpoint({
  method: 'POST',
  path: '/licenses_folders',
  summary: 'Create a licence folder',
  access: 'licence.manage',
  body: LicenceFolderName,
  reply: LicenceFolder,
  status: 201,
});

export const renameLicenceFolder = endpoint({
  method: 'PUT',
  path: '/licenses_folders/:folderId',
  summary: 'Rename a licence folder',
  access: 'licence.manage',
  params: FolderId,
  body: LicenceFolderName.extend({ previous: z.string().optional() }),
  reply: LicenceFolder,
  refusals: ['changedMeanwhile'],
});

/** Its licences go with it; a device bound to one of them is left without. `ifEmpty` deletes it only while it holds none. */
export const deleteLicenceFolder = endpoint({
  method: 'DELETE',
  path: '/licenses_folders/:folderId',
  summary: 'Delete a licence folder with its licences',
  access: 'licence.manage',
  params: FolderId,
  query: z.strictObject({ ifEmpty: YesOrNo.optional() }),
  reply: z.null(),
  refusals: ['changedMeanwhile'],
});

/** The licences of a folder, the newest first. Search matches key, description and MAC. */
export const listLicences = endpoint({
  method: 'GET',
  path: '/licenses_folders/:folderId/licenses',
  summary: 'List the licences of a folder',
  access: 'licence.manage',
  params: FolderId,
  query: ListQuery,
  reply: z.array(Licence),
  paged: true,
});

/** All licences of a folder as a CSV file that a spreadsheet opens: UTF-8 with a byte order mark. */
export const exportLicences = endpoint({
  method: 'GET',
  path: '/licenses_folders/:folderId/licenses/export',
  summary: 'Export the licences of a folder as CSV',
  access: 'licence.manage',
  params: FolderId,
  reply: z.object({ csv: z.string() }),
  streamed: true,
});

export const NewLicences = z.strictObject({
  amount: z
    .int(missingIs('numberRequired'))
    .min(1, key('valueMustBeMoreThan1'))
    .max(licenceLimits.added, key('max1000keys')),
  folderId: z.int(missingIs('folderRequired')).positive().max(2_147_483_647),
});
export type NewLicences = z.output<typeof NewLicences>;

/** Adds licences with new keys, as many as the folder has room for; `unsuccessfulAmount` says how many were not added. */
export const createLicences = endpoint({
  method: 'POST',
  path: '/license',
  summary: 'Create licences',
  access: 'licence.manage',
  body: NewLicences,
  reply: z.object({ licenses: z.array(Licence), unsuccessfulAmount: z.int() }),
  status: 201,
});

/**
 * Deletes licences that no device is bound to: all of them, or none where one is refused. Answers what `listLicenceFolders`
 * answers to the same search, limit and cursor.
 */
export const deleteLicences = endpoint({
  method: 'DELETE',
  path: '/license',
  summary: 'Delete licences',
  access: 'licence.manage',
  query: ListQuery.extend({
    ids: z
      .string()
      .regex(/^\d{1,10}(,\d{1,10})*$/)
      .transform((text) => text.split(',').map(Number))
      .pipe(z.array(Id).max(licenceLimits.deleted, key('max500keys'))),
  }),
  reply: z.array(LicenceFolder),
  paged: true,
  once: true,
  refusals: ['licenseIsActive'],
});

/** A description that is blank is none. */
export const LicenceDescription = z.strictObject({
  description: line(200)
    .nullable()
    .transform((text) => text || null),
});

export const describeLicence = endpoint({
  method: 'PATCH',
  path: '/license/:licenceId/description',
  summary: 'Change the description of a licence',
  access: 'licence.manage',
  params: z.object({ licenceId: IdParam }),
  body: LicenceDescription.extend({ previous: z.string().nullable().optional() }),
  reply: Licence,
  refusals: ['changedMeanwhile'],
});

/** Frees the licence for another device. When it was activated stays known. */
export const detachLicence = endpoint({
  method: 'PATCH',
  path: '/license/:licenceId/detach',
  summary: 'Detach a licence from its device',
  access: 'licence.manage',
  params: z.object({ licenceId: IdParam }),
  reply: Licence,
});
