import * as licence from '@vestibule/contract/kiosks/licence.ts';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/http/route.ts';
import { addFolder, changeFolderName, exportFolder, readFolders, removeFolder } from './folder.ts';
import { addLicences, changeDescription, detachDevice, readLicences, removeLicences } from './licence.ts';

export function licenceRoutes(app: FastifyInstance): void {
  serve(app, licence, {
    listLicenceFolders: ({ db, query }) => readFolders(db, query),
    createLicenceFolder: ({ db, actor, body }) => addFolder(db, actor, body.name),
    renameLicenceFolder: ({ db, actor, params, body }) => changeFolderName(db, actor, params.folderId, body),
    deleteLicenceFolder: ({ db, actor, params, query }) => removeFolder(db, actor, params.folderId, query),
    listLicences: ({ db, params, query }) => readLicences(db, params.folderId, query),
    exportLicences: ({ db, params }) => exportFolder(db, params.folderId),
    createLicences: ({ db, actor, body }) => addLicences(db, actor, body),
    deleteLicences: async ({ db, actor, query: { ids, ...query } }) => {
      await removeLicences(db, actor, ids);
      return readFolders(db, query);
    },
    describeLicence: ({ db, actor, params, body }) => changeDescription(db, actor, params.licenceId, body),
    detachLicence: ({ db, actor, params }) => detachDevice(db, actor, params.licenceId),
  });
}
