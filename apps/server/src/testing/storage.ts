import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { BlobServiceClient, StorageSharedKeyCredential } from '@azure/storage-blob';
import { testFolder } from './folder.ts';

export interface StorageServer {
  url: string;
  container: string;
  stop: () => Promise<void>;
}

const { resolve } = createRequire(import.meta.url);
const container = 'images';
const account = 'devstoreaccount1';
const key = 'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==';

export async function startAzureBlob(): Promise<StorageServer> {
  const program = resolve('azurite/dist/src/blob/main.js');
  const options = ['--blobHost', '127.0.0.1', '--blobPort', '0', '--inMemoryPersistence', '--disableTelemetry'];
  const { port, stop } = await startProgram(program, [...options, '--skipApiVersionCheck', '--silent']);
  const place = `127.0.0.1:${port}/${account}`;
  const service = new BlobServiceClient(`http://${place}`, new StorageSharedKeyCredential(account, key));
  await service.createContainer(container);
  return { url: `azure://${account}:${encodeURIComponent(key)}@${place}`, container, stop };
}

export async function startS3(): Promise<StorageServer> {
  const options = ['-d', await testFolder(), '-a', '127.0.0.1', '-p', '0', '--no-vhost-buckets'];
  const { port, stop } = await startProgram(resolve('s3rver/bin/s3rver.js'), [
    ...options,
    '--configure-bucket',
    container,
  ]);
  return { url: `s3://S3RVER:S3RVER@127.0.0.1:${port}?region=eu-north-1`, container, stop };
}

async function startProgram(program: string, options: string[]): Promise<{ port: number; stop: () => Promise<void> }> {
  const child = spawn(process.execPath, [program, ...options], {
    cwd: await testFolder(),
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = once(child, 'exit');
  for await (const line of createInterface(child.stdout)) {
    const port = /listen\w* on (?:http:\/\/)?127\.0\.0\.1:(\d+)/.exec(line)?.[1];
    if (port === undefined) continue;
    child.stdout.resume();
    return {
      port: Number(port),
      async stop() {
        child.kill('SIGKILL');
        await ended;
      },
    };
  }
  throw new Error(`${program} ended before it listened`);
}
