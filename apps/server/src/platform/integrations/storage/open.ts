import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { FileStorage, isFile, type StorageAdapter, UnableToReadFile } from '@flystorage/file-storage';
import { loadClient } from '../../cannot-start.ts';
import type { AzurePlace, S3Place, StorageSettings } from './place.ts';
import { mayBeKept, type Storage, StorageFailed, type StoredFile } from './storage.ts';

const timeoutMs = 10_000;

export async function openStorage({ place, container }: StorageSettings): Promise<Storage> {
  switch (place.kind) {
    case 'folder':
      return openFolder(join(place.folder, container));
    case 'azure':
      return storageOn(await azureAdapter(place, container));
    case 's3':
      return storageOn(await s3Adapter(place, container));
  }
}

async function azureAdapter({ endpoint, account, key }: AzurePlace, container: string): Promise<StorageAdapter> {
  const [{ BlobServiceClient, StorageSharedKeyCredential }, { AzureStorageBlobStorageAdapter }] = await loadClient(
    'STORAGE_URL',
    () => Promise.all([import('@azure/storage-blob'), import('@flystorage/azure-storage-blob')]),
  );
  const service = new BlobServiceClient(endpoint, new StorageSharedKeyCredential(account, key), {
    retryOptions: { maxTries: 2 },
  });
  return new AzureStorageBlobStorageAdapter(service.getContainerClient(container), { ignoreVisibility: true });
}

async function s3Adapter({ endpoint, region, credentials }: S3Place, bucket: string): Promise<StorageAdapter> {
  const [{ S3Client }, { AwsS3StorageAdapter }] = await loadClient('STORAGE_URL', () =>
    Promise.all([import('@aws-sdk/client-s3'), import('@flystorage/aws-s3')]),
  );
  const client = new S3Client({
    endpoint,
    region,
    ...(credentials && { credentials }),
    maxAttempts: 2,
    forcePathStyle: !endpoint.endsWith('.amazonaws.com'),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  return new AwsS3StorageAdapter(client, { bucket });
}

/** File names give access to images, so other users of the machine must not read them. */
const ownerOnly = 0o700;

async function openFolder(folder: string): Promise<Storage> {
  const { LocalStorageAdapter } = await import('@flystorage/local-fs');
  const storage = storageOn(new LocalStorageAdapter(folder));
  const makeFolder = () => mkdir(folder, { recursive: true, mode: ownerOnly });
  return {
    ...storage,
    write: (name, bytes, type) =>
      orFail(async () => {
        await makeFolder();
        await storage.write(name, bytes, type);
        await reachDisk(join(folder, name));
      }),
    async *list() {
      await orFail(makeFolder);
      yield* storage.list();
    },
  };
}

async function reachDisk(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

function storageOn(adapter: StorageAdapter): Storage {
  const files = new FileStorage(adapter);
  return {
    write: (name, bytes, type) =>
      orFail(() =>
        files.write(name, bytes, {
          mimeType: type,
          size: bytes.length,
          cacheControl: mayBeKept,
          abortSignal: AbortSignal.timeout(timeoutMs),
        }),
      ),
    read: (name, within = timeoutMs) =>
      orFail(async () => {
        try {
          return await files.readToBuffer(name, { abortSignal: AbortSignal.timeout(within) });
        } catch (error) {
          if (error instanceof UnableToReadFile && error.wasFileNotFound) return null;
          throw error;
        }
      }),
    remove: (name) => orFail(() => files.deleteFile(name, { abortSignal: AbortSignal.timeout(timeoutMs) })),
    list: () => listFiles(files),
  };
}

async function* listFiles(files: FileStorage): AsyncGenerator<StoredFile> {
  try {
    for await (const entry of files.list('', { deep: false })) {
      if (!isFile(entry)) continue;
      const name = entry.path;
      // A folder is listed without times, and a file may be deleted by then.
      const at = entry.lastModifiedMs ?? (await files.lastModified(name).catch(() => undefined));
      if (at !== undefined) yield { name, writtenAt: new Date(at) };
    }
  } catch (error) {
    throw new StorageFailed('the files could not be listed', { cause: error });
  }
}

async function orFail<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof StorageFailed ? error : new StorageFailed('the file storage failed', { cause: error });
  }
}
