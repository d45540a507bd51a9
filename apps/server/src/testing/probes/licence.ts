import type { Probes } from '../probe.ts';

/** Licence folders and their keys. */
export const licenceProbes = {
  listLicenceFolders: { names: [], input: () => ({ query: { limit: '1' } }) },
  createLicenceFolder: { names: [], input: () => ({ body: { name: 'New folder' } }) },
  renameLicenceFolder: {
    names: ['folderId'],
    input: ({ folderId }) => ({ params: { folderId }, body: { name: 'Renamed' } }),
  },
  deleteLicenceFolder: { names: ['folderId'], input: ({ folderId }) => ({ params: { folderId } }) },
  listLicences: { names: ['folderId'], input: ({ folderId }) => ({ params: { folderId } }) },
  exportLicences: { names: ['folderId'], input: ({ folderId }) => ({ params: { folderId } }) },
  createLicences: { names: ['folderId'], input: ({ folderId }) => ({ body: { amount: 1, folderId } }) },
  deleteLicences: { names: ['licenceId'], input: ({ licenceId }) => ({ query: { ids: licenceId, limit: '1' } }) },
  describeLicence: {
    names: ['licenceId'],
    input: ({ licenceId }) => ({ params: { licenceId }, body: { description: 'Lobby' } }),
  },
  detachLicence: { names: ['licenceId'], input: ({ licenceId }) => ({ params: { licenceId } }) },
} satisfies Partial<Probes>;
