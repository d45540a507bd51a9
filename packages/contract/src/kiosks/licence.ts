import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { Id, IdParam, key, line, ListQuery, missingIs, Moment, requiredLine, YesOrNo } from '../platform/values.ts';

export const Licence = z.object({
  id: Id,
  /** 25 characters of Crockford base32 in groups of five. The last one is a check character. */
  key: z.string(),
  description: z.string().nullable(),
  activationDate: Moment.nullable(),
  createdAt: Moment,
  mac: z.string().nullable(),
  folderId: Id,
});
export type Licence = z.output<typeof Licence>;

export const LicenceFolder = z.object({
  id: Id,
  name: z.string(),
  createdAt: Moment,
  licenseCount: z.int(),
  licenses: z.array(Licence).optional(),
});
export type LicenceFolder = z.output<typeof LicenceFolder>;

export const licenceLimits = { added: 1_000, inFolder: 10_000, deleted: 500 } as const;

const folderName = requiredLine('folderNameRequired', 120);
const FolderId = z.object({ folderId: IdParam });

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

/** Deletes its licenses. Their devices become unlicensed. `ifEmpty` requires that it has none. */
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

export const createLicences = endpoint({
  method: 'POST',
  path: '/license',
  summary: 'Create licences',
  access: 'licence.manage',
  body: NewLicences,
  reply: z.object({ licenses: z.array(Licence), unsuccessfulAmount: z.int() }),
  status: 201,
});

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

export const detachLicence = endpoint({
  method: 'PATCH',
  path: '/license/:licenceId/detach',
  summary: 'Detach a licence from its device',
  access: 'licence.manage',
  params: z.object({ licenceId: IdParam }),
  reply: Licence,
});
