import {
  createLicenceFolder,
  createLicences,
  deleteLicenceFolder,
  deleteLicences,
  describeLicence,
  detachLicence,
  exportLicences,
  listLicenceFolders,
  listLicences,
  renameLicenceFolder,
} from '@vestibule/contract/kiosks/licence.ts';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import { exportFolder } from './licence.export.ts';
import { addFolder, changeFolderName, readFolders, removeFolder } from './folder.ts';
import { addLicences, changeDescription, detachDevice, readLicences, removeLicences } from './licence.ts';

export function licenceRoutes(app: FastifyInstance): void {
  route(app, listLicenceFolders, ({ db, query }) => readFolders(db, query));
  route(app, createLicenceFolder, ({ db, actor, body }) => addFolder(db, actor, body.name));
  route(app, renameLicenceFolder, ({ db, actor, params, body }) => changeFolderName(db, actor, params.folderId, body));
  route(app, deleteLicenceFolder, ({ db, actor, params, query }) => removeFolder(db, actor, params.folderId, query));
  route(app, listLicences, ({ db, params, query }) => readLicences(db, params.folderId, query));
  route(app, exportLicences, ({ db, params }) => exportFolder(db, params.folderId));
  route(app, createLicences, ({ db, actor, body }) => addLicences(db, actor, body));
  route(app, deleteLicences, async ({ db, actor, query: { ids, ...query } }) => {
    await removeLicences(db, actor, ids);
    return readFolders(db, query);
  });
  route(app, describeLicence, ({ db, actor, params, body }) => changeDescription(db, actor, params.licenceId, body));
  route(app, detachLicence, ({ db, actor, params }) => detachDevice(db, actor, params.licenceId));
}
