import { z } from 'zod';
import { Id } from './values.ts';

/** A stored picture. The two paths lie under the configured container of the configured storage host. */
export const Image = z.object({
  id: Id,
  name: z.string(),
  type: z.enum(['logo', 'background', 'photo']),
  storagePathThumbnail: z.string(),
  storagePathOrigin: z.string(),
});
