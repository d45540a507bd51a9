import { chmod, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { buffer, json } from 'node:stream/consumers';
import { z } from 'zod';
import { Refusal } from '../http/refusal.ts';
import { decode } from './decode.ts';
import { protectFolders } from './isolation.ts';
import type { Picture } from './picture.ts';

/* Decodes images over a socket. Has no settings and no secrets, so it can run as another user, in a container without a network. */

const largestFile = 32 * 1024 * 1024;

const FoldersToTry = z.object({ folders: z.array(z.string()) });

export async function serveDecoder(socketPath: string): Promise<Server> {
  const server = createServer((request, response) => void answer(request, response));
  await rm(socketPath, { force: true });
  server.listen(socketPath);
  await once(server, 'listening');
  await chmod(socketPath, 0o660);
  return server;
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    if (request.url === '/rights') return await answerRights(request, response);
    if (!(Number(request.headers['content-length']) <= largestFile)) return end(response, 413);
    sendPicture(response, await decode(await buffer(request)));
  } catch (error) {
    if (!(error instanceof Refusal)) return end(response, 500);
    end(response, error.reason === 'wrongMimetype' ? 415 : 503);
  }
}

async function answerRights(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { folders } = FoldersToTry.parse(await json(request));
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(await protectFolders(folders)));
}

function sendPicture(response: ServerResponse, { bytes, type, thumbnail }: Picture): void {
  response.setHeader('content-type', type);
  response.setHeader('x-thumbnail-bytes', thumbnail.length);
  response.end(Buffer.concat([bytes, thumbnail]));
}

function end(response: ServerResponse, status: number): void {
  response.statusCode = status;
  response.end();
}
