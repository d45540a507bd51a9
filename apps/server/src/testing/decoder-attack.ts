import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { nextMessage, protectFolders, protectionsOf, startDecoder } from '../platform/pictures/isolation.ts';

export const Attacked = z.object({
  protections: z.object({ isOtherUser: z.boolean(), hasNoNetwork: z.boolean(), hasNoFolders: z.boolean() }),
  attempts: z.object({
    readsFile: z.boolean(),
    connects: z.boolean(),
    readsEnvironmentOfProgram: z.boolean(),
    variables: z.array(z.string()),
  }),
});

export async function attackFromDecoder(): Promise<z.output<typeof Attacked>> {
  const folder = await mkdtemp(join(tmpdir(), 'vestibule-data-'));
  const file = join(folder, 'file');
  await writeFile(file, 'the face of a visitor');
  // Readable for all, so that only the folder protects it.
  await chmod(file, 0o644);
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  try {
    const protections = protectionsOf(await protectFolders([folder]));
    const probe = await startDecoder(join(import.meta.dirname, 'decoder-probe.ts'));
    probe.send({ file, port: typeof address === 'object' ? address?.port : undefined });
    const attempts = await nextMessage(probe, 10_000);
    probe.kill('SIGKILL');
    return Attacked.parse({ protections, attempts });
  } finally {
    server.close();
    await protectFolders([]);
    await rm(folder, { recursive: true });
  }
}

if (import.meta.main) process.stdout.write(JSON.stringify(await attackFromDecoder()));
