import { z } from 'zod';
import { Id } from './values.ts';

export const imageTypes = ['logo', 'background', 'photo'] as const;
export type ImageType = (typeof imageTypes)[number];

export const Image = z.object({
  id: Id,
  name: z.string(),
  type: z.enum(imageTypes),
  storagePathThumbnail: z.string(),
  storagePathOrigin: z.string(),
});
export type Image = z.output<typeof Image>;
