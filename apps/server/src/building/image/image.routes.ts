import * as imageStorage from '@vestibule/contract/building/image-storage.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerProblem } from '../../platform/http/problem.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { serve } from '../../platform/http/route.ts';
import type { StorageSettings } from '../../platform/integrations/storage/place.ts';
import { mayBeKept, type Storage } from '../../platform/integrations/storage/storage.ts';
import { addImage, readImages, removeImage } from './image.ts';

export function imageRoutes(app: FastifyInstance, storage: Storage): void {
  serve(app, imageStorage, {
    listImages: ({ db, actor, query }) => readImages(db, actor, query, query),
    uploadImage: ({ db, actor, query, file, once }) => addImage(db, storage, actor, query, file, once),
    deleteImage: ({ db, actor, params }) => removeImage(db, storage, actor, params.imageId),
  });
}

/** Returns the configured host, or this server. */
export function fileAddress({ host, container }: Pick<StorageSettings, 'host' | 'container'>): string {
  return `${host ?? '/files'}/${container}/`;
}

/** Uploads are never served unchanged. */
const types: Record<string, string> = { png: 'image/png', jpg: 'image/jpeg' };
const nameOfFile = /^[\w-]{1,80}\.(png|jpg)$/;

/** Unguessable file names are the only protection. */
export function serveFiles(app: FastifyInstance, storage: Storage, container: string): void {
  const serve = async (request: FastifyRequest<{ Params: { name: string } }>, reply: FastifyReply) => {
    const { name } = request.params;
    const type = types[nameOfFile.exec(name)?.[1] ?? ''];
    const bytes = type === undefined ? null : await storage.read(name);
    if (!type || !bytes) return answerProblem(new Refusal('notFound'), request, reply);
    return reply
      .header('cache-control', mayBeKept)
      .header('content-security-policy', "default-src 'none'; sandbox")
      .type(type)
      .send(bytes);
  };
  app.get<{ Params: { name: string } }>(
    `/files/${container}/:name`,
    { schema: { hide: true }, exposeHeadRoute: true },
    serve,
  );
  app.get('/files/*', { schema: { hide: true } }, (request, reply) =>
    answerProblem(new Refusal('notFound'), request, reply),
  );
}
