import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { Id, IdParam, key, line, ListQuery, missingIs, Moment, requiredLine, YesOrNo } from '../platform/values.ts';

export const License = z.object({
  id: Id,
  /** 25 characters of Crockford base32 in groups of five. The last one is a check character. */
  key: z.string(),
  description: z.string().nullable(),
  activationDate: Moment.nullable(),
  createdAt: Moment,
  mac: z.string().nullable(),
  folderId: Id,
});
export type License = z.output<typeof License>;

export const LicenseFolder = z.object({
  id: Id,
  name: z.string(),
  createdAt: Moment,
  licenseCount: z.int(),
  /** Licenses that a device uses. */
  usedCount: z.int(),
  licenses: z.array(License).optional(),
});
export type LicenseFolder = z.output<typeof LicenseFolder>;

export const licenseLimits = { added: 1_000, inFolder: 10_000, deleted: 500 } as const;

const folderName = requiredLine('folderNameRequired', 120);
const FolderId = z.object({ folderId: IdParam });

export const listLicenseFolders = endpoint({
  method: 'GET',
  path: '/licenses_folders',
  summary: 'List license folders',
  access: 'license.manage',
  query: ListQuery,
  reply: z.array(LicenseFolder),
  paged: true,
});

export const LicenseFolderName = z.strictObject({ name: folderName });

export const createLicenseFolder = endpoint({
  method: 'POST',
  path: '/licenses_folders',
  summary: 'Create a license folder',
  access: 'license.manage',
  body: LicenseFolderName,
  reply: LicenseFolder,
  status: 201,
});

export const renameLicenseFolder = endpoint({
  method: 'PUT',
  path: '/licenses_folders/:folderId',
  summary: 'Rename a license folder',
  access: 'license.manage',
  params: FolderId,
  body: LicenseFolderName.extend({ previous: z.string().optional() }),
  reply: LicenseFolder,
  refusals: ['changedMeanwhile'],
});

/** Deletes its licenses. Their devices become unlicensed. `ifEmpty` requires that it has none. */
export const deleteLicenseFolder = endpoint({
  method: 'DELETE',
  path: '/licenses_folders/:folderId',
  summary: 'Delete a license folder with its licenses',
  access: 'license.manage',
  params: FolderId,
  query: z.strictObject({ ifEmpty: YesOrNo.optional() }),
  reply: z.null(),
  refusals: ['changedMeanwhile'],
});

export const listLicenses = endpoint({
  method: 'GET',
  path: '/licenses_folders/:folderId/licenses',
  summary: 'List the licenses of a folder',
  access: 'license.manage',
  params: FolderId,
  query: ListQuery,
  reply: z.array(License),
  paged: true,
});

export const exportLicenses = endpoint({
  method: 'GET',
  path: '/licenses_folders/:folderId/licenses/export',
  summary: 'Export the licenses of a folder as CSV',
  access: 'license.manage',
  params: FolderId,
  reply: z.object({ csv: z.string() }),
  streamed: true,
});

export const NewLicenses = z.strictObject({
  amount: z
    .int(missingIs('numberRequired'))
    .min(1, key('valueMustBeMoreThan1'))
    .max(licenseLimits.added, key('max1000keys')),
  folderId: z.int(missingIs('folderRequired')).positive().max(2_147_483_647),
});
export type NewLicenses = z.output<typeof NewLicenses>;

export const createLicenses = endpoint({
  method: 'POST',
  path: '/license',
  summary: 'Create licenses',
  access: 'license.manage',
  body: NewLicenses,
  reply: z.object({ licenses: z.array(License), unsuccessfulAmount: z.int() }),
  status: 201,
});

export const deleteLicenses = endpoint({
  method: 'DELETE',
  path: '/license',
  summary: 'Delete licenses',
  access: 'license.manage',
  query: ListQuery.extend({
    ids: z
      .string()
      .regex(/^\d{1,10}(,\d{1,10})*$/)
      .transform((text) => text.split(',').map(Number))
      .pipe(z.array(Id).max(licenseLimits.deleted, key('max500keys'))),
  }),
  reply: z.array(LicenseFolder),
  paged: true,
  once: true,
  refusals: ['licenseIsActive'],
});

export const LicenseDescription = z.strictObject({
  description: line(200)
    .nullable()
    .transform((text) => text || null),
});

export const describeLicense = endpoint({
  method: 'PATCH',
  path: '/license/:licenseId/description',
  summary: 'Change the description of a license',
  access: 'license.manage',
  params: z.object({ licenseId: IdParam }),
  body: LicenseDescription.extend({ previous: z.string().nullable().optional() }),
  reply: License,
  refusals: ['changedMeanwhile'],
});

export const detachLicense = endpoint({
  method: 'PATCH',
  path: '/license/:licenseId/detach',
  summary: 'Detach a license from its device',
  access: 'license.manage',
  params: z.object({ licenseId: IdParam }),
  reply: License,
});
