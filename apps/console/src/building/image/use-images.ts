import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { listEmployees } from '@vestibule/contract/building/employee.ts';
import { setEmployeePhoto } from '@vestibule/contract/building/employee-edit.ts';
import { type ImageType } from '@vestibule/contract/platform/image.ts';
import { deleteImage, type ImageOwner, listImages, uploadImage } from '@vestibule/contract/building/image-storage.ts';
import { getTenant, listTenants, setTenantLogo } from '@vestibule/contract/building/tenant.ts';
import { call } from '@vestibule/web/call.ts';
import { keyOf, pagesOf, reloading } from '@vestibule/web/query.ts';

export function useImages(owner: ImageOwner, type: ImageType) {
  return useInfiniteQuery(pagesOf(listImages, { query: { ...asQuery(owner), type, limit: 24 } }));
}

export function useUploadImage(owner: ImageOwner, type: ImageType) {
  const reload = useReload(listImages);
  return useMutation({
    mutationFn: ({ file, idempotencyKey }: { file: File; idempotencyKey: string }) =>
      call(uploadImage, { query: { ...asQuery(owner), type }, file }, { idempotencyKey }),
    ...reloading(reload),
  });
}

export function useDeleteImage() {
  const reload = useReload(listImages);
  return useMutation({
    mutationFn: (imageId: number) => call(deleteImage, { params: { imageId } }),
    ...reloading(reload),
  });
}

export function useSetLogo() {
  const reload = useReload(listImages, listTenants, getTenant);
  return useMutation({
    mutationFn: ({ tenantId, ...body }: { tenantId: number; logoImageId: number | null; previous: number | null }) =>
      call(setTenantLogo, { params: { tenantId }, body }),
    ...reloading(reload),
  });
}

export function useSetPhoto() {
  const reload = useReload(listImages, listEmployees, listTenants, getTenant);
  return useMutation({
    mutationFn: ({ employeeId, ...body }: { employeeId: number; photoId: number | null; previous: number | null }) =>
      call(setEmployeePhoto, { params: { employeeId }, body }),
    ...reloading(reload),
  });
}

function useReload(...reads: Parameters<typeof keyOf>[0][]) {
  const client = useQueryClient();
  return () => Promise.all(reads.map((read) => client.invalidateQueries({ queryKey: keyOf(read) })));
}

function asQuery({ companyId, tenantId }: ImageOwner) {
  return {
    ...(companyId !== undefined && { companyId: String(companyId) }),
    ...(tenantId !== undefined && { tenantId: String(tenantId) }),
  };
}
