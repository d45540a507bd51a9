import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  createLicenceFolder,
  createLicences,
  deleteLicenceFolder,
  deleteLicences,
  describeLicence,
  detachLicence,
  exportLicences,
  type LicenceFolder,
  listLicenceFolders,
  listLicences,
  type NewLicences,
  renameLicenceFolder,
} from '@vestibule/contract/kiosks/licence.ts';
import { call } from '@vestibule/web/call.ts';
import { createOnce } from '@vestibule/web/once.ts';
import { keyOf, pagesOf, polledPageOf, reloading } from '@vestibule/web/query.ts';
import { useState } from 'react';
import type { PageQuery } from '../../ui/list/use-list-state.ts';

/** A page of folders. A search returns folders with a matching key. */
export function useFolders(query: PageQuery) {
  return useQuery(polledPageOf(listLicenceFolders, { query }));
}

/** Pages of folders for a choice; `more` loads the next 200. Includes `preset` before its page has loaded. */
export function useFolderChoice(preset: LicenceFolder | null) {
  const { data, hasNextPage, fetchNextPage } = useInfiniteQuery(pagesOf(listLicenceFolders, { query: { limit: 200 } }));
  const listed = data?.pages.flatMap(({ rows }) => rows) ?? [];
  const isMissing = preset !== null && !listed.some(({ id }) => id === preset.id);
  const folders = isMissing ? [preset, ...listed] : listed;
  return {
    options: folders.map(({ id, name }) => ({ value: id, label: name })),
    more: () => hasNextPage && void fetchNextPage(),
  };
}

export function useLicences(folderId: number, query: PageQuery) {
  return useQuery(polledPageOf(listLicences, { params: { folderId }, query }));
}

export function useCreateFolder() {
  const reload = useReload();
  return useMutation({
    mutationFn: ({ name, idempotencyKey }: { name: string; idempotencyKey: string }) =>
      call(createLicenceFolder, { body: { name } }, { idempotencyKey }),
    ...reloading(reload),
  });
}

export function useRenameFolder() {
  const reload = useReload();
  return useMutation({
    mutationFn: ({ folderId, ...body }: { folderId: number; name: string; previous: string }) =>
      call(renameLicenceFolder, { params: { folderId }, body }),
    ...reloading(reload),
  });
}

/** Reloads the folders, but not the keys of the deleted one. */
export function useDeleteFolder() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ folderId, ifEmpty }: { folderId: number; ifEmpty: boolean }) =>
      call(deleteLicenceFolder, { params: { folderId }, query: { ...(ifEmpty && { ifEmpty: 'true' }) } }),
    ...reloading(() => client.invalidateQueries({ queryKey: keyOf(listLicenceFolders) })),
  });
}

export function useCreateLicences() {
  const reload = useReload();
  return useMutation({
    mutationFn: ({ idempotencyKey, ...body }: NewLicences & { idempotencyKey: string }) =>
      call(createLicences, { body }, { idempotencyKey }),
    ...reloading(reload),
  });
}

/** Deletes keys. The answer contains the page of folders for `query`. */
export function useDeleteLicences(query: PageQuery) {
  const client = useQueryClient();
  const reload = useReload();
  const [once] = useState(createOnce);
  return useMutation({
    mutationFn: async (ids: ReadonlySet<number>) => {
      const asked = { query: { ...query, ids: [...ids].join(',') } };
      const folders = await once.run(asked, (idempotencyKey) => call(deleteLicences, asked, { idempotencyKey }));
      client.setQueryData(keyOf(listLicenceFolders, { query }), folders);
    },
    ...reloading(reload),
  });
}

export function useDescribeLicence() {
  const reload = useReload();
  return useMutation({
    mutationFn: ({ licenceId, ...body }: { licenceId: number; description: string | null; previous: string | null }) =>
      call(describeLicence, { params: { licenceId }, body }),
    ...reloading(reload),
  });
}

export function useDetachLicence() {
  const reload = useReload();
  return useMutation({
    mutationFn: (licenceId: number) => call(detachLicence, { params: { licenceId } }),
    ...reloading(reload),
  });
}

export function useExportLicences() {
  return useMutation({
    mutationFn: async (folderId: number) => (await call(exportLicences, { params: { folderId } })).csv,
  });
}

function useReload() {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: keyOf(listLicenceFolders) }),
      client.invalidateQueries({ queryKey: keyOf(listLicences) }),
    ]);
}
