import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  createLicenseFolder,
  createLicenses,
  deleteLicenseFolder,
  deleteLicenses,
  describeLicense,
  detachLicense,
  exportLicenses,
  type LicenseFolder,
  listLicenseFolders,
  listLicenses,
  type NewLicenses,
  renameLicenseFolder,
} from '@vestibule/contract/kiosks/license.ts';
import { call } from '@vestibule/web/call.ts';
import { createOnce } from '@vestibule/web/once.ts';
import { keyOf, pagesOf, polledPageOf, reloading } from '@vestibule/web/query.ts';
import { useState } from 'react';
import type { PageQuery } from '../../ui/list/use-list-state.ts';

/** A search returns folders with a matching key. */
export function useFolders(query: PageQuery) {
  return useQuery(polledPageOf(listLicenseFolders, { query }));
}

/** `more` loads the next 200. Includes `preset` before its page has loaded. */
export function useFolderChoice(preset: LicenseFolder | null) {
  const { data, hasNextPage, fetchNextPage } = useInfiniteQuery(pagesOf(listLicenseFolders, { query: { limit: 200 } }));
  const listed = data?.pages.flatMap(({ rows }) => rows) ?? [];
  const isMissing = preset !== null && !listed.some(({ id }) => id === preset.id);
  const folders = isMissing ? [preset, ...listed] : listed;
  return {
    options: folders.map(({ id, name }) => ({ value: id, label: name })),
    more: () => hasNextPage && void fetchNextPage(),
  };
}

export function useLicenses(folderId: number, query: PageQuery) {
  return useQuery(polledPageOf(listLicenses, { params: { folderId }, query }));
}

export function useCreateFolder() {
  const reload = useReload();
  return useMutation({
    mutationFn: ({ name, idempotencyKey }: { name: string; idempotencyKey: string }) =>
      call(createLicenseFolder, { body: { name } }, { idempotencyKey }),
    ...reloading(reload),
  });
}

export function useRenameFolder() {
  const reload = useReload();
  return useMutation({
    mutationFn: ({ folderId, ...body }: { folderId: number; name: string; previous: string }) =>
      call(renameLicenseFolder, { params: { folderId }, body }),
    ...reloading(reload),
  });
}

/** Reloads the folders, but not the keys of the deleted one. */
export function useDeleteFolder() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ folderId, ifEmpty }: { folderId: number; ifEmpty: boolean }) =>
      call(deleteLicenseFolder, { params: { folderId }, query: { ...(ifEmpty && { ifEmpty: 'true' }) } }),
    ...reloading(() => client.invalidateQueries({ queryKey: keyOf(listLicenseFolders) })),
  });
}

export function useCreateLicenses() {
  const reload = useReload();
  return useMutation({
    mutationFn: ({ idempotencyKey, ...body }: NewLicenses & { idempotencyKey: string }) =>
      call(createLicenses, { body }, { idempotencyKey }),
    ...reloading(reload),
  });
}

export function useDeleteLicenses(query: PageQuery) {
  const client = useQueryClient();
  const reload = useReload();
  const [once] = useState(createOnce);
  return useMutation({
    mutationFn: async (ids: ReadonlySet<number>) => {
      const input = { query: { ...query, ids: [...ids].join(',') } };
      const folders = await once.run(input, (idempotencyKey) => call(deleteLicenses, input, { idempotencyKey }));
      client.setQueryData(keyOf(listLicenseFolders, { query }), folders);
    },
    ...reloading(reload),
  });
}

export function useDescribeLicense() {
  const reload = useReload();
  return useMutation({
    mutationFn: ({ licenseId, ...body }: { licenseId: number; description: string | null; previous: string | null }) =>
      call(describeLicense, { params: { licenseId }, body }),
    ...reloading(reload),
  });
}

export function useDetachLicense() {
  const reload = useReload();
  return useMutation({
    mutationFn: (licenseId: number) => call(detachLicense, { params: { licenseId } }),
    ...reloading(reload),
  });
}

export function useExportLicenses() {
  return useMutation({
    mutationFn: async (folderId: number) => (await call(exportLicenses, { params: { folderId } })).csv,
  });
}

function useReload() {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: keyOf(listLicenseFolders) }),
      client.invalidateQueries({ queryKey: keyOf(listLicenses) }),
    ]);
}
