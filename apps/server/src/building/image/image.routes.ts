import * as imageStorage from '@vestibule/contract/building/image-storage.ts';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/http/route.ts';
import type { Storage } from '../../platform/integrations/storage/storage.ts';
import { addImage, readImages, removeImage } from './image.ts';

export function imageRoutes(app: FastifyInstance, storage: Storage): void {
  serve(app, imageStorage, {
    listImages: ({ db, actor, query }) => readImages(db, actor, query, query),
    uploadImage: ({ db, actor, query, file, once }) => addImage(db, storage, actor, query, file, once),
    deleteImage: ({ db, actor, params }) => removeImage(db, storage, actor, params.imageId),
  });
}
