import { z } from 'zod';
import type { Role } from '../platform/access.ts';
import { endpoint } from '../platform/endpoint.ts';
import type { FileRule } from '../platform/file.ts';
import { Image, type ImageType, imageTypes } from '../platform/image.ts';
import { IdParam, ListQuery } from '../platform/values.ts';

export const imageFile = {
  types: ['image/png', 'image/jpeg', 'image/jpg', 'image/svg+xml'],
  extensions: ['.png', '.jpeg', '.jpg', '.svg'],
} as const satisfies FileRule;

export const uploadable: Readonly<Record<Role, readonly ImageType[]>> = {
  superAdmin: imageTypes,
  partner: imageTypes,
  company: imageTypes,
  reception: ['photo'],
  tenant: ['logo', 'photo'],
};

const owner = { companyId: IdParam.optional(), tenantId: IdParam.optional() };
export interface ImageOwner {
  companyId?: number | undefined;
  tenantId?: number | undefined;
}

function justOne({ companyId, tenantId }: ImageOwner, context: z.core.$RefinementCtx) {
  if ((companyId === undefined) !== (tenantId === undefined)) return;
  const message = 'invalidValue';
  context.addIssue({ code: 'custom', path: ['companyId'], message });
  context.addIssue({ code: 'custom', path: ['tenantId'], message });
}

export const listImages = endpoint({
  method: 'GET',
  path: '/storage/images',
  summary: 'List images',
  access: 'image.list',
  query: ListQuery.omit({ search: true })
    .extend({ type: z.enum(imageTypes).optional(), ...owner })
    .superRefine(justOne),
  reply: z.array(Image),
  paged: true,
});

/** Draws the picture again: without metadata, as PNG or JPEG, at most 2,560 pixels per side. */
export const uploadImage = endpoint({
  method: 'POST',
  path: '/storage/images',
  summary: 'Upload an image',
  access: 'image.upload',
  query: z.strictObject({ type: z.enum(imageTypes), ...owner }).superRefine(justOne),
  file: imageFile,
  reply: Image,
  status: 201,
  refusals: ['tooManyRequests'],
});

export const deleteImage = endpoint({
  method: 'DELETE',
  path: '/storage/images/:imageId',
  summary: 'Delete an image',
  access: 'image.delete',
  params: z.object({ imageId: IdParam }),
  reply: z.null(),
  refusals: ['imageInUse'],
});
