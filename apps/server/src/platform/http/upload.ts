import fastifyMultipart from '@fastify/multipart';
import { type FileRule, isAccepted, largestFile } from '@vestibule/contract/platform/file.ts';
import type { FieldKey } from '@vestibule/contract/platform/refusal.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from './refusal.ts';

export interface UploadedFile {
  name: string;
  type: string;
  bytes: Buffer;
}

const limits = { fileSize: largestFile, files: 2, fields: 2, parts: 2, fieldNameSize: 100, fieldSize: 1_024 };

export function withUploads(app: FastifyInstance, add: (app: FastifyInstance) => void): void {
  void app.register(async (inner) => {
    await inner.register(fastifyMultipart);
    add(inner);
  });
}

/** Reads the only part of the body, `file`, into memory. */
export async function readFile(request: FastifyRequest, rule: FileRule): Promise<UploadedFile> {
  if (!request.isMultipart()) throw refusalOfOther(request.body);
  try {
    return await readParts(request, rule);
  } catch (error) {
    request.raw.unpipe();
    request.raw.resume();
    throw error instanceof Refusal ? error : new Refusal(isTooLarge(error) ? 'fileSizeExceeded' : 'malformedBody');
  }
}

async function readParts(request: FastifyRequest, rule: FileRule): Promise<UploadedFile> {
  let file: UploadedFile | undefined;
  for await (const part of request.parts({ limits })) {
    if (part.fieldname !== 'file') throw refusalOf(part.fieldname, 'unknownProperty');
    if (file) throw refusalOf('file', 'invalidValue');
    if (part.type !== 'file' || !part.filename) throw refusalOf('file', 'fileRequired');
    const declared = { name: part.filename, type: part.mimetype };
    if (declared.name.includes('\0')) throw refusalOf('file', 'invalidText');
    if (!isAccepted(rule, declared)) throw new Refusal('wrongMimetype');
    file = { ...declared, bytes: await part.toBuffer() };
  }
  if (!file) throw refusalOf('file', 'fileRequired');
  return file;
}

function refusalOf(name: string, key: FieldKey): Refusal {
  return new Refusal('validation', { fields: { [name]: key } });
}

function refusalOfOther(body: unknown): Refusal {
  const isEmpty = typeof body !== 'object' || body === null || Object.keys(body).length === 0;
  return isEmpty ? refusalOf('file', 'fileRequired') : new Refusal('unsupportedMediaType');
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'FST_REQ_FILE_TOO_LARGE';
}
