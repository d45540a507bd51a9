import { deleteImage, listImages, uploadImage } from '@vestibule/contract/building/image-storage.ts';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { Storage } from '../../platform/integrations/storage/storage.ts';
import { addImage, readImages, removeImage } from './image.ts';

export function imageRoutes(app: FastifyInstance, storage: Storage): void {
  route(app, listImages, ({ db, actor, query }) => readImages(db, actor, query, query));
  route(app, uploadImage, ({ db, actor, query, file, once }) => addImage(db, storage, actor, query, file, once));
  route(app, deleteImage, ({ db, actor, params }) => removeImage(db, storage, actor, params.imageId));
}
