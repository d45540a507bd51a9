import * as license from '@vestibule/contract/kiosks/license.ts';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/http/route.ts';
import { addFolder, changeFolderName, exportFolder, readFolders, removeFolder } from './folder.ts';
import { addLicenses, changeDescription, detachDevice, readLicenses, removeLicenses } from './license.ts';

export function licenseRoutes(app: FastifyInstance): void {
  serve(app, license, {
    listLicenseFolders: ({ db, query }) => readFolders(db, query),
    createLicenseFolder: ({ db, actor, body }) => addFolder(db, actor, body.name),
    renameLicenseFolder: ({ db, actor, params, body }) => changeFolderName(db, actor, params.folderId, body),
    deleteLicenseFolder: ({ db, actor, params, query }) => removeFolder(db, actor, params.folderId, query),
    listLicenses: ({ db, params, query }) => readLicenses(db, params.folderId, query),
    exportLicenses: ({ db, params }) => exportFolder(db, params.folderId),
    createLicenses: ({ db, actor, body }) => addLicenses(db, actor, body),
    deleteLicenses: async ({ db, actor, query: { ids, ...query } }) => {
      await removeLicenses(db, actor, ids);
      return readFolders(db, query);
    },
    describeLicense: ({ db, actor, params, body }) => changeDescription(db, actor, params.licenseId, body),
    detachLicense: ({ db, actor, params }) => detachDevice(db, actor, params.licenseId),
  });
}
